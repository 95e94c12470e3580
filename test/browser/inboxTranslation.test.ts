import { expect, it } from 'vitest';
import { inBothSchemes } from '../support/axe';
import { createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

it('a visitor’s text is translated in the page, and nothing of it is sent anywhere', async () => {
  const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
  await sendText(visitor, 'Où est mon colis ?');
  const { page } = await openInbox(browser, desk);
  // A stand-in of the published interfaces: the Chromium of the tests has no models. Like the real ones, they want a press.
  await page.addInitScript(() => {
    const progress = (options: { monitor(monitor: EventTarget): void }) => {
      if (!navigator.userActivation.isActive) throw new DOMException('No press', 'NotAllowedError');
      const monitor = new EventTarget();
      options.monitor(monitor);
      monitor.dispatchEvent(new ProgressEvent('downloadprogress', { loaded: 1 }));
    };
    const interfaces = {
      LanguageDetector: {
        create: async (options: never) => {
          progress(options);
          return { detect: async () => [{ detectedLanguage: 'fr', confidence: 0.98 }], destroy() {} };
        },
      },
      Translator: {
        availability: async () => 'downloadable',
        create: async (options: never) => {
          progress(options);
          return { translate: async () => 'Where is my parcel?', destroy() {} };
        },
      },
    };
    for (const [name, value] of Object.entries(interfaces))
      Object.defineProperty(window, name, { value, configurable: true });
  });
  await page.reload();
  await rows(page).first().click();
  const message = messageLog(page).getByRole('article').first();
  await message.getByText('Où est mon colis ?').waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await message.hover();
  await message.getByRole('button', { name: 'Translate' }).click();
  await message.getByText('Where is my parcel?').waitFor();
  await message.getByText('Translated from French by your browser').waitFor();
  expect(await inBothSchemes(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/translated.png` });
  await message.getByRole('button', { name: 'Show the original' }).click();
  await message.getByText('Où est mon colis ?').waitFor();
  expect(sent.filter((what) => /colis|parcel/i.test(decodeURIComponent(what)))).toEqual([]);
});
