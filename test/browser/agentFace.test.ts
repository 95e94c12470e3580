import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from '../support/axe';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { focusedName, openInbox } from '../support/inboxPage';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, widgetOf } from '../support/widget';

const { browser, desk } = await setUp({
  settings: { agent: { name: 'The team' }, messenger: { canUserSeeConversationList: false } },
});

const file = (width: number, height: number) => ({
  name: 'holiday.png',
  mimeType: 'image/png',
  buffer: Buffer.from(png(width, height)),
});
const saved = (page: Page) => page.getByText('Your picture is saved.').waitFor();
const picture = (page: Page) => page.getByRole('group', { name: 'Your picture' });

/** The size of the shown face as it was served. */
const served = (page: Page): Promise<[number, number]> =>
  picture(page)
    .locator('img')
    .evaluate(async (img: HTMLImageElement) => {
      await img.decode();
      return [img.naturalWidth, img.naturalHeight];
    });

it('an agent chooses a face by keyboard, drops and pastes another; visitors see it until the settings hide it', async () => {
  const { page: inbox } = await openInbox(browser, desk, {}, { name: 'Ada Lovelace' });
  await inbox.goto(`${desk.origin}/agent#page=account`);
  await picture(inbox).waitFor();

  // By keyboard.
  const [chooser] = await Promise.all([
    inbox.waitForEvent('filechooser'),
    picture(inbox).getByRole('button', { name: 'Choose a picture' }).press('Enter'),
  ]);
  await chooser.setFiles(file(640, 400));
  await saved(inbox);
  expect(await focusedName(inbox)).toBe('Choose a picture');
  expect(await served(inbox)).toEqual([256, 256]);
  const first = await picture(inbox).locator('img').getAttribute('src');
  expect((await fetch(first ?? '')).headers.get('content-type')).toBe('image/webp');
  expect(await violations(inbox)).toEqual([]);

  // By a drop and by a paste.
  const give = (kind: 'drop' | 'paste', bytes: number[], type = 'image/png') =>
    picture(inbox).evaluate(
      (region, given) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(given.bytes)], 'a-file', { type: given.type }));
        const more = { bubbles: true, cancelable: true };
        const event =
          given.kind === 'drop'
            ? new DragEvent('drop', { ...more, dataTransfer: data })
            : new ClipboardEvent('paste', { ...more, clipboardData: data });
        region.dispatchEvent(event);
      },
      { kind, bytes, type },
    );
  for (const kind of ['drop', 'paste'] as const) {
    const before = await picture(inbox).locator('img').getAttribute('src');
    await give(kind, [...png(300, 900)]);
    await expect.poll(() => picture(inbox).locator('img').getAttribute('src')).not.toBe(before);
    await saved(inbox);
    expect(await served(inbox)).toEqual([256, 256]);
  }
  await give(
    'paste',
    [...new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    'image/svg+xml',
  );
  await picture(inbox).getByRole('alert').waitFor();
  expect(await picture(inbox).getByRole('alert').textContent()).toMatch(/cannot read/);
  const face = (await picture(inbox).locator('img').getAttribute('src')) ?? '';

  // The visitor.
  const base = await agent(desk)('GET', '/settings');
  let { version } = base.body as unknown as { version: number };
  const setPeople = async (people: object) => {
    const value = { messenger: { people: { faces: true, ...people } } };
    expect((await agent(desk)('POST', '/settings', { base: version++, value })).status).toBe(200);
  };
  await setPeople({});
  const { page } = await openPage(browser, { at: `${desk.origin}/` });
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('Who is there?');
  const id = await conversationWith(desk, 'Who is there?');
  const reply = (text: string) =>
    inbox.evaluate(
      async ([path, said]) => {
        const headers = { 'Content-Type': 'application/json' };
        const body = JSON.stringify({ text: said });
        await fetch(path as string, { method: 'POST', headers, body });
      },
      [`/agent/api/conversations/${id}/messages`, text],
    );
  await reply('It is me.');
  await widget.message('It is me.').waitFor();
  const group = widget.log.getByRole('listitem').filter({ hasText: 'It is me.' });
  await expect.poll(() => group.locator('img').getAttribute('src')).toBe(face);
  await widget.log.getByText('Ada Lovelace').first().waitFor();

  await setPeople({ agentNames: false });
  await reply('And us.');
  await widget.message('And us.').waitFor();
  await widget.log.getByText('The team').first().waitFor();
  await page.reload();
  await widget.message('And us.').waitFor();
  // What the browser has kept of the log shows the names until the desk answers.
  await expect.poll(() => widget.log.getByText('Ada Lovelace').count()).toBe(0);
  expect(
    await widget.frame.locator('img').evaluateAll((all) => all.map((img) => img.getAttribute('src'))),
  ).not.toContain(face);
});
