import { describe, it } from 'vitest';
import { obj } from '../../src/wire/decode';
import { openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk, pageWith } = await setUp();

const integrationId = async (): Promise<string> => {
  const config = obj(await (await fetch(`${desk.origin}/embeddable/config`)).json());
  return String(obj(config.messenger).integrationId);
};

let talks = 0;

describe('a browser with any hostile values in its storage', () => {
  it('starts the messenger, and shows the next message in the log', async () => {
    const own = await integrationId();
    const { page } = await openPage(browser);
    const address = pageWith();
    const widget = widgetOf(page);
    await page.goto(address);
    await widget.open();
    const talk = async () => {
      talks += 1;
      if (!(await widget.composer.isVisible())) await widget.open();
      await widget.say(`Question ${talks}`);
      await replyAs(desk, await conversationWith(desk, `Question ${talks}`), `Answer ${talks}`);
      await widget.message(`Answer ${talks}`).waitFor();
    };
    await talk();
    const unsent = (more: object) =>
      JSON.stringify({ conversationId: '', appUserId: '', message: { key: 'k', text: 'Unsent', ...more } });
    const deep = `${'{"message":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const spoilt: Record<string, string>[] = [
      { sessionToken: 'x'.repeat(140_000) },
      { appUserId: 'x'.repeat(200_000) },
      { appUserId: '\ud800' },
      { sessionToken: '\0', clientId: 'x'.repeat(200_000), externalId: '\udfff', creationId: deep },
      { delivered: deep, forms: deep, 'outbox.k': deep, 'outbox.file-k': deep },
      { 'outbox.file-y': unsent({ received: -9e12, file: 'sending', text: 'y.png' }) },
      {
        'outbox.m': unsent({
          received: 1e300,
          metadata: JSON.parse(`${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`),
        }),
      },
    ];
    for (const entries of spoilt) {
      await page.evaluate(
        async ([prefix, values]) => {
          for (const [key, value] of Object.entries(values))
            for (const area of [localStorage, sessionStorage])
              if (area.getItem(`${prefix}appUserId`) !== null) area.setItem(prefix + key, value);
          // Start closed, so that a click opens the window, even if no visitor is known any more.
          sessionStorage.removeItem('ZD-widgetOpen');
          // Store a file for each entry that claims to have one.
          const opening = indexedDB.open('ZD-files', 1);
          await new Promise((done) => {
            opening.onupgradeneeded = () => opening.result.createObjectStore('files', { keyPath: 'key' });
            opening.onsuccess = done;
          });
          const table = opening.result.transaction('files', 'readwrite').objectStore('files');
          for (const key of Object.keys(values).filter((name) => name.startsWith('outbox.file-')))
            table.put({
              key: `${prefix.slice(3)}${key.slice(7)}`,
              file: key.endsWith('k') ? 'no file' : new File(['y'], 'y.png', { type: 'image/png' }),
              at: Date.now(),
            });
          await new Promise((done) => {
            table.transaction.oncomplete = done;
          });
          opening.result.close();
        },
        [`ZD-${own}.`, entries] as const,
      );
      await page.reload();
      await talk();
    }
  });
});
