import axe from 'axe-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { setUp } from '../support/setUp';
import { conversationWith, widgetAt, widgetOf } from '../support/widget';

const { browser, desk } = await setUp({
  settings: { rating: { enabled: true }, messenger: { title: 'Shoe shop' } },
});

/** Set to a folder, pictures are written there. */
const PICTURES = process.env.RATING_PICTURES;

const close = (id: string) => agent(desk)('POST', `/conversations/${id}/close`, {});
const ratingOf = async (id: string) =>
  ((await agent(desk)('GET', `/conversations/${id}`)).body.conversation as { rating?: object }).rating;

it('a visitor rates a closed conversation by keyboard, and agents see what they said (rate-1)', async () => {
  const requests: string[] = [];
  const { page } = await openPage(browser);
  page.on('request', (request) => requests.push(request.url()));
  const { open, say, frame } = await widgetAt(page, `${desk.origin}/`);
  await open();
  await say('Do you have boots?');
  const id = await conversationWith(desk, 'Do you have boots?');
  const loads = () => requests.filter((url) => /rating/.test(url));
  expect(loads()).toEqual([]);
  await close(id);
  const good = frame.getByRole('button', { name: 'Good' });
  const bad = frame.getByRole('button', { name: 'Bad' });
  await frame.getByText('This conversation has ended.').waitFor();
  await good.waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/rating-asked.png` });
  await bad.press('Enter');
  await frame.getByText('Thank you for your feedback.').waitFor();
  expect(await ratingOf(id)).toMatchObject({ score: 'bad' });
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nobody knew');
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/rating-comment.png` });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => ratingOf(id)).toMatchObject({ score: 'bad', comment: 'Nobody knew' });
  expect(await bad.evaluate((e) => e.matches(':focus'))).toBe(true);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/rating-sent.png` });
  await page.reload();
  await expect.poll(() => bad.getAttribute('aria-pressed')).toBe('true');
  await say('One more thing');
  await bad.waitFor({ state: 'detached' });
});

it('an agent who reopens a closed conversation, or writes in it, opens it on the visitor’s page (log-15)', async () => {
  const { page } = await openPage(browser, { at: `${desk.origin}/` });
  const { open, say, frame } = widgetOf(page);
  await open();
  await say('Do you have laces?');
  const id = await conversationWith(desk, 'Do you have laces?');
  const end = frame.getByText('This conversation has ended.');
  await close(id);
  await end.waitFor();
  await agent(desk)('POST', `/conversations/${id}/reopen`, {});
  await end.waitFor({ state: 'detached' });
  await close(id);
  await end.waitFor();
  await agent(desk)('POST', `/conversations/${id}/messages`, { type: 'text', text: 'We have some again.' });
  await frame.getByText('We have some again.', { exact: true }).waitFor();
  await end.waitFor({ state: 'detached' });
});

it.each([
  ['ar', 'light', 390],
  ['de', 'dark', 390],
  ['en-us', 'dark', 1280],
] as const)(
  'the question is in the words of %s, in %s and at %d pixels, without an axe problem',
  async (locale, colorScheme, width) => {
    const { page } = await openPage(browser, { colorScheme, viewport: { width, height: 760 } });
    const { open, say, frame: english } = await widgetAt(page, `${desk.origin}/`);
    await open();
    const text = `Hello in ${locale} ${colorScheme} ${width}`;
    await say(text);
    const id = await conversationWith(desk, text);
    await english.getByText('Sent').waitFor();
    await page.evaluate(`zE('messenger:set', 'locale', '${locale}')`);
    await page.evaluate(`zE('messenger:set', 'customization', { theme: { scheme: '${colorScheme}' } })`);
    await close(id);
    // The frame's title is in the words of the locale, too.
    const frame = page.frameLocator('iframe[title]');
    const group = frame.locator('section', { has: page.locator('[aria-pressed]') }).last();
    await group.getByRole('button').first().click();
    await expect.poll(() => ratingOf(id)).toMatchObject({ score: 'good' });
    await group.locator('textarea').waitFor();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/rating-${locale}-${colorScheme}-${width}.png` });
    const inside = await group.elementHandle();
    const content = await inside?.ownerFrame();
    await content?.evaluate(axe.source);
    const problems = (await content?.evaluate(
      `axe.run(document.querySelector('section:has([aria-pressed])'), { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`,
    )) as string[];
    expect(problems).toEqual([]);
  },
);
