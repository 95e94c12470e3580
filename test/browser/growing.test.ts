import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { setUp } from '../support/setUp';
import { conversationWith, widgetAt } from '../support/widget';

const { browser, desk } = await setUp({ settings: { messenger: { title: 'Shoe shop' } } });

/** Set to a folder, pictures are written there. */
const PICTURES = process.env.GROWING_PICTURES;

const WORDS = Array.from({ length: 120 }, (_, i) => `word${i}`);
const upTo = (count: number) => WORDS.slice(0, count).join(' ');

/** An answer of a program, which a visitor watches. */
const watch = async (hello: string, more = {}) => {
  const opened = await openPage(browser, more);
  const { page } = opened;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const widget = await widgetAt(page, `${desk.origin}/`);
  await widget.open();
  await widget.say(hello);
  const id = await conversationWith(desk, hello);
  const path = `/conversations/${id}/messages`;
  const begin = async (text: string) =>
    (await agent(desk)('POST', path, { text, growing: true, name: 'Assistant' })).body.messages[0]
      ?._id as string;
  const grow = (message: string, body: object) => agent(desk)('PATCH', `${path}/${message}`, body);
  return { page, widget, requests, begin, grow };
};

describe('an answer that a program writes', () => {
  it('is one bubble that grows in its place, is followed to its end, and is announced once (grow-1, grow-4)', async () => {
    const { page, widget, requests, begin, grow } = await watch('Tell me all');
    const { frame, log, message } = widget;
    expect(requests.filter((url) => /growing/.test(url))).toEqual([]);
    const said: string[] = [];
    await page.exposeFunction('porchSaid', (text: string) => said.push(text));
    await frame.locator('body').evaluate((body) => {
      const tell = Reflect.get(window.top as Window, 'porchSaid') as (text: string) => void;
      const look = () => {
        for (const live of body.querySelectorAll('[aria-live]:not([aria-live=off]) > *'))
          tell(live.textContent ?? '');
      };
      new MutationObserver(look).observe(body, { childList: true, subtree: true, characterData: true });
    });
    const id = await begin(upTo(1));
    await message('word0').waitFor();
    await frame.getByRole('button', { name: 'Stop' }).waitFor();
    const row = await message('word0').elementHandle();
    const rows = await log.locator('li[data-time]').count();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/growing.png` });
    for (let count = 2; count <= WORDS.length; count += 6) {
      await grow(id, { text: upTo(count) });
      await message(upTo(count)).waitFor();
      const gap = await log.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
      expect(Math.abs(gap)).toBeLessThan(2);
    }
    const references = [{ uri: 'https://shop.example/returns', title: 'Returns' }];
    await grow(id, { text: upTo(WORDS.length), references, growing: false });
    await frame.getByRole('link', { name: /Returns/ }).waitFor();
    expect(await row?.evaluate((e) => e.isConnected)).toBe(true);
    expect(await log.locator('li[data-time]').count()).toBe(rows);
    expect(await frame.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    const whole = () => [...new Set(said)].filter((text) => text.includes('word0'));
    await expect.poll(whole).toEqual([expect.stringContaining(upTo(WORDS.length))]);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/growing-whole.png` });
    await page.reload();
    await message(upTo(WORDS.length)).waitFor();
  });

  it.each([
    ['plain text', (count: number) => upTo(count)],
    ['formatted text', (count: number) => `**word0** and ${upTo(count)}`],
  ])('keeps what is selected in it, with %s (grow-6)', async (kind, textOf) => {
    const { widget, begin, grow } = await watch(`Tell me ${kind}`);
    const { frame, log } = widget;
    const id = await begin(textOf(5));
    await log.getByText(/word4/).waitFor();
    await frame.getByRole('button', { name: 'Stop' }).waitFor();
    await log.evaluate((e) => {
      const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
      while (!(texts.currentNode as Text).data?.includes('word3')) texts.nextNode();
      const at = (texts.currentNode as Text).data.indexOf('word2');
      document.getSelection()?.setBaseAndExtent(texts.currentNode, at, texts.currentNode, at + 11);
    });
    for (const count of [6, 7, 8]) {
      await grow(id, { text: textOf(count), growing: count < 8 });
      await log.getByText(new RegExp(`word${count - 1}`)).waitFor();
      expect(await log.evaluate(() => `${document.getSelection()}`)).toBe('word2 word3');
    }
  });

  it('leaves a reader who has scrolled up where they are (grow-1)', async () => {
    const { widget, begin, grow } = await watch('Tell me slowly');
    const { log, message } = widget;
    const id = await begin(WORDS.join('\n'));
    await message(WORDS.join('\n')).waitFor();
    await log.evaluate((e) => {
      e.scrollTop = 40;
    });
    await expect.poll(() => log.evaluate((e) => e.scrollTop)).toBe(40);
    const more = `${WORDS.join('\n')}\n${WORDS.join('\n')}`;
    await grow(id, { text: more });
    await message(more).waitFor();
    expect(await log.evaluate((e) => e.scrollTop)).toBe(40);
  });

  it('ends by keyboard where the visitor stops it, on every side (grow-2)', async () => {
    const { page, widget, begin, grow } = await watch('Stop when I say so');
    const id = await begin(upTo(3));
    const stop = widget.frame.getByRole('button', { name: 'Stop' });
    await stop.press('Enter');
    await widget.frame.getByText('You stopped this answer.').waitFor();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/growing-stopped.png` });
    expect((await grow(id, { text: upTo(9) })).status).toBe(409);
    expect(await widget.log.evaluate((e) => e.matches(':focus-within, :focus'))).toBe(true);
    await page.reload();
    await widget.frame.getByText('You stopped this answer.').waitFor();
    await widget.message(upTo(3)).waitFor();
  });

  it.each([
    ['ar', 'light', 390],
    ['de', 'dark', 390],
    ['en-us', 'dark', 1280],
  ] as const)('has no axe problem in %s, in %s and at %d pixels', async (locale, colorScheme, width) => {
    const size = { colorScheme, viewport: { width, height: 760 } };
    const { page, widget, begin } = await watch(`Tell me in ${locale} ${width}`, size);
    await widget.frame.getByText('Sent').waitFor();
    await page.evaluate(`zE('messenger:set', 'locale', '${locale}')`);
    await page.evaluate(`zE('messenger:set', 'customization', { theme: { scheme: '${colorScheme}' } })`);
    await begin('Growing');
    // The frame's title is in the words of the locale, too.
    const bubble = page.frameLocator('iframe[title]').getByText('Growing', { exact: true });
    const row = page.frameLocator('iframe[title]').locator('li', { has: bubble });
    await row.getByRole('button').waitFor();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/growing-${locale}-${width}.png` });
    const content = await (await row.elementHandle())?.ownerFrame();
    await content?.evaluate(axe.source);
    const problems = await content?.evaluate(
      `axe.run(document.querySelector('[role=log]'), { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`,
    );
    expect(problems).toEqual([]);
  });
});
