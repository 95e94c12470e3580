import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

/** Makes a page that is always busy: only the limit of its request ends the wait for an idle moment. */
const neverIdle = () => {
  window.requestIdleCallback = (run, options) =>
    window.setTimeout(
      () => run({ didTimeout: true, timeRemaining: () => 0 }),
      options?.timeout ?? 2 ** 31 - 1,
    );
};

it('a message that comes while the window is closed is shown beside the launcher, and opens with a press', async () => {
  const { page } = await openPage(browser);
  const widget = widgetOf(page);
  await page.goto(`${desk.origin}/`);
  await widget.open();
  await widget.say('Is the Elk in stock?');
  const conversation = await conversationWith(desk, 'Is the Elk in stock?');
  await page.keyboard.press('Escape');
  await replyAs(desk, conversation, 'It is. Shall we keep one for you?');
  const preview = page.getByRole('region', { name: 'New messages' });
  const message = preview.getByRole('button', { name: 'It is. Shall we keep one for you?' });
  await message.waitFor();
  expect((await preview.boundingBox())?.width).toBe(280);
  // It is as dark as the scheme of the latest call.
  for (const [scheme, colour] of [
    ['dark', 'rgb(36, 33, 30)'],
    ['light', 'rgb(255, 255, 255)'],
  ]) {
    await page.evaluate(`zE('messenger:set', 'customization', { theme: { scheme: '${scheme}' } })`);
    await expect.poll(() => preview.evaluate((card) => getComputedStyle(card).backgroundColor)).toBe(colour);
  }
  // Right to left, a text in Latin letters is beside the picture, too.
  const fromPicture = await message.evaluate((section: HTMLElement) => {
    section.dir = 'rtl';
    const text = document.createRange();
    text.selectNodeContents(section.querySelector('p') as Element);
    const picture = section.querySelector('i') as Element;
    const space = picture.getBoundingClientRect().left - text.getBoundingClientRect().right;
    section.dir = 'ltr';
    return space;
  });
  expect(fromPicture).toBeCloseTo(10, 0);
  // Dismissed here, it is gone on another page of the visitor, too, which is never idle.
  const other = await page.context().newPage();
  await other.addInitScript(neverIdle);
  await other.goto(`${desk.origin}/`);
  const there = other.getByRole('region', { name: 'New messages' });
  await there.waitFor();
  await preview.getByRole('button', { name: 'Dismiss message' }).click();
  await there.waitFor({ state: 'detached' });
  await replyAs(desk, conversation, 'It is blue.');
  await there.getByRole('button', { name: 'It is blue.' }).click();
  await widgetOf(other).message('It is blue.').waitFor();
  await preview.waitFor({ state: 'detached' });
});
