import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { conversationWith, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();
const address = pages.serve(fixture('plain.html', { DESK: desk.origin }));

/** Holds the messenger's file back. @returns lets it through */
const holdMessenger = async (page: Page) => {
  const held: Route[] = [];
  await page.route(/\/porch\/messenger\./, (route) => void held.push(route));
  return async () => {
    await page.unroute(/\/porch\/messenger\./);
    for (const route of held) await route.continue().catch(() => {});
  };
};

/** Opens a page whose messenger is held back, with the window open. */
const openEarly = async () => {
  const opened = await openPage(browser);
  const { page } = opened;
  const release = await holdMessenger(page);
  await page.goto(address);
  const widget = widgetOf(page);
  await widget.launcher.click();
  await widget.composer.waitFor();
  return {
    ...opened,
    ...widget,
    release,
    early: (text: string) => widget.frame.getByText(text, { exact: true }),
  };
};

describe('before the messenger is there', () => {
  it('the text box has the focus, its role and its name, and takes a text', async () => {
    const { page, frame, composer, close } = await openEarly();
    await expect.poll(() => composer.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('Hello there');
    expect(await composer.inputValue()).toBe('Hello there');
    await frame.getByRole('button', { name: 'Send message' }).waitFor();
    await close();
  });

  it('messages stand as bubbles at once and are delivered once, in order', async () => {
    const { page, composer, log, early, release, allProblems, close } = await openEarly();
    for (const text of ['One early', 'Two early', 'Three early']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await early(text).waitFor();
      expect(await composer.inputValue()).toBe('');
    }
    await release();
    await log.getByText('Sent', { exact: true }).waitFor();
    const id = await conversationWith(desk, 'Three early');
    expect(await textsAt(desk, id)).toEqual(['One early', 'Two early', 'Three early']);
    for (const text of ['One early', 'Two early', 'Three early']) expect(await early(text).count()).toBe(1);
    expect(allProblems()).toEqual([]);
    await close();
  });

  it('a message outlives a reload, and the next page sends it without a click', async () => {
    const { page, early, release, close } = await openEarly();
    await page.keyboard.type('Before the reload');
    await page.keyboard.press('Enter');
    await early('Before the reload').waitFor();
    await page.reload();
    await release();
    const id = await conversationWith(desk, 'Before the reload');
    expect(await textsAt(desk, id)).toEqual(['Before the reload']);
    await close();
  });
});

describe('the text box', () => {
  it('is the same element while the card arrives, with its text, its selection and its place', async () => {
    const { page, composer, log, release, allProblems, close } = await openEarly();
    await page.keyboard.type('Half a sentence');
    await composer.evaluate((element) => {
      const box = element as HTMLTextAreaElement;
      box.setSelectionRange(2, 6);
      const moved: string[] = [];
      Object.assign(box, { moved });
      for (let node: Element | null = box; node; node = node.parentElement) {
        const held = node;
        new MutationObserver((changes) => {
          for (const { removedNodes } of changes)
            for (const gone of removedNodes)
              if (gone.contains(box) || gone === held) moved.push(gone.nodeName);
        }).observe(node.parentNode as Node, { childList: true });
      }
    });
    const before = await composer.elementHandle();
    const place = await composer.boundingBox();
    await release();
    await log.waitFor();
    expect(await composer.evaluate((box, held) => box === held, before)).toBe(true);
    expect(
      await composer.evaluate((element) => {
        const box = element as HTMLTextAreaElement & { moved: string[] };
        return [
          box.value,
          box.selectionStart,
          box.selectionEnd,
          box.moved,
          box === box.ownerDocument.activeElement,
        ];
      }),
    ).toEqual(['Half a sentence', 2, 6, [], true]);
    const now = await composer.boundingBox();
    expect([now?.x, now?.y, now?.height]).toEqual([place?.x, place?.y, place?.height]);
    await page.keyboard.type('X');
    expect(await composer.inputValue()).toBe(
      'HaXsentence'.replace('X', 'X '.trim()).replace('HaXs', 'HaX s'),
    );
    expect(allProblems()).toEqual([]);
    await close();
  });
});
