import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { placesIn, sumShifts } from '../support/shifts';
import { conversationWith, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();
const STUB = 'window.zE = function () { (zE.q = zE.q || []).push(arguments) };';
const DARK = "zE('messenger:set', 'customization', { theme: { scheme: 'dark' } });";
const address = pages.serve(fixture('plain.html', { DESK: desk.origin }));

/** Holds the messenger's file back. @returns lets it through */
const holdMessenger = async (page: Page) => {
  const held: Route[] = [];
  await page.route(/\/messenger\./, (route) => void held.push(route));
  return async () => {
    await page.unroute(/\/messenger\./);
    for (const route of held) await route.continue().catch(() => {});
  };
};

/** Opens a page whose messenger is held back, with the window open. */
const openEarly = async (context: Parameters<typeof openPage>[1] = {}, at = address) => {
  const opened = await openPage(browser, context);
  const { page } = opened;
  const release = await holdMessenger(page);
  await page.goto(at);
  const widget = widgetOf(page);
  await widget.launcher.click();
  await widget.textBox.waitFor();
  return {
    ...opened,
    ...widget,
    release,
    early: (text: string) => widget.frame.getByText(text, { exact: true }),
  };
};

describe('before the messenger is there', () => {
  it('the text box has the focus, its role and its name, and takes a text', async () => {
    const { page, frame, textBox: composer } = await openEarly();
    await expect.poll(() => composer.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type('Hello there');
    expect(await composer.inputValue()).toBe('Hello there');
    await frame.getByRole('button', { name: 'Send message' }).waitFor();
  });

  it('messages appear as bubbles at once and are delivered once, in order (composer-11)', async () => {
    const { page, textBox: composer, log, early, release } = await openEarly();
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
  });

  it('a message outlives a reload, and the next page sends it without a click', async () => {
    const { page, early, release } = await openEarly();
    await page.keyboard.type('Before the reload');
    await page.keyboard.press('Enter');
    await early('Before the reload').waitFor();
    await page.reload();
    await release();
    const id = await conversationWith(desk, 'Before the reload');
    expect(await textsAt(desk, id)).toEqual(['Before the reload']);
  });

  it('a text sent as the messenger comes is not typed again (composer-5, composer-11)', async () => {
    const { page, textBox, composer, log, release } = await openEarly();
    await page.keyboard.type('Sent with a slow key');
    await page.keyboard.down('Enter');
    await release();
    await composer.waitFor();
    await page.keyboard.up('Enter');
    await log.getByText('Sent', { exact: true }).waitFor();
    expect(await textBox.inputValue()).toBe('');
    expect(await textsAt(desk, await conversationWith(desk, 'Sent with a slow key'))).toEqual([
      'Sent with a slow key',
    ]);
  });

  it('what is typed and not sent outlives a reload, before what is typed next (composer-5)', async () => {
    const { page, launcher, textBox: composer, early, release } = await openEarly();
    await page.keyboard.type('Early');
    await page.keyboard.press('Enter');
    await early('Early').waitFor();
    await page.keyboard.type('Half a');
    await page.reload();
    await launcher.click();
    await composer.waitFor();
    await page.keyboard.type('And more');
    await release();
    await expect.poll(() => composer.inputValue()).toBe('Half a\nAnd more');
    await page.keyboard.press('Enter');
    const id = await conversationWith(desk, 'Half a\nAnd more');
    expect(await textsAt(desk, id)).toEqual(['Early', 'Half a\nAnd more']);
    // Nothing of it is left for the next page.
    await page.reload();
    await early('Early').waitFor();
    expect(await composer.inputValue()).toBe('');
  });
});

describe('when the page says that the visitor leaves before the messenger is there', () => {
  it.each(['logoutUser', 'resetWidget'])(
    '%s leaves the next visitor nothing of what was sent',
    async (call) => {
      const { page, early, release } = await openEarly();
      const [mine, next] = [`Mine alone, ${call}`, `By the next one, ${call}`];
      await page.keyboard.type(mine);
      await page.keyboard.press('Enter');
      await early(mine).waitFor();
      await page.evaluate(`zE('messenger', '${call}')`);
      // A reset closes the window.
      if (call === 'resetWidget') await page.evaluate(`zE('messenger', 'open')`);
      await page.keyboard.type(next);
      await page.keyboard.press('Enter');
      await early(next).waitFor();
      await release();
      const id = await conversationWith(desk, next);
      expect(await textsAt(desk, id)).toEqual([next]);
      expect(await early(mine).count()).toBe(0);
    },
  );
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('when the card arrives', () => {
  it.each([
    ['on a computer', {}, ''],
    ['on a phone', PHONE, ''],
    ['from right to left', {}, "zE('messenger:set', 'locale', 'ar');"],
    ['in the dark scheme', { colorScheme: 'dark' as const }, DARK],
  ])('nothing moves %s', async (_, context, script) => {
    const html = fixture('plain.html', { DESK: desk.origin, HEAD: `<script>${STUB} ${script}</script>` });
    const { page } = await openPage(browser, context);
    const release = await holdMessenger(page);
    await page.goto(pages.serve(html));
    await page.locator('[data-porch] button').first().click();
    const frame = page.frameLocator('iframe.card');
    await frame.locator('textarea').waitFor();
    await sumShifts(page);
    const before = await placesIn(page);
    await release();
    await frame.getByRole('log').waitFor();
    expect(await placesIn(page)).toEqual(before);
    expect(await page.evaluate('shifted')).toBeLessThanOrEqual(0.01);
  });

  it('the window was dark before, where a queued call asks for the dark scheme', async () => {
    const html = fixture('plain.html', { DESK: desk.origin, HEAD: `<script>${STUB} ${DARK}</script>` });
    const { page, release, log } = await openEarly({}, pages.serve(html));
    const background = () =>
      page.evaluate(() => {
        const doc = document
          .querySelector('[data-porch]')
          ?.shadowRoot?.querySelector('iframe')?.contentDocument;
        return doc?.body.firstElementChild && getComputedStyle(doc.body.firstElementChild).backgroundColor;
      });
    await page.locator('[data-porch]:not([data-wait])').waitFor({ state: 'attached' });
    const before = await background();
    expect(before).toBe('rgb(26, 24, 22)');
    await release();
    await log.waitFor();
    expect(await background()).toBe(before);
  });
});

describe('the text box', () => {
  it('is the same element while the card arrives, with its text, its selection and its place', async () => {
    const { page, textBox: composer, log, release } = await openEarly();
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
    // In the frame: the window itself may still be opening.
    const placeOf = () =>
      composer.evaluate((box) => {
        const { x, y, height } = box.getBoundingClientRect();
        return [x, y, height];
      });
    const place = await placeOf();
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
    expect(await placeOf()).toEqual(place);
    await page.keyboard.type('X');
    expect(await composer.inputValue()).toBe(
      'HaXsentence'.replace('X', 'X '.trim()).replace('HaXs', 'HaX s'),
    );
  });

  it('keeps a composition that is under way', async () => {
    const { page, textBox: composer, log, release } = await openEarly();
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await release();
    await log.waitFor();
    await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await client.send('Input.insertText', { text: '日本' });
    expect(await composer.inputValue()).toBe('日本');
    await page.keyboard.press('Enter');
    const id = await conversationWith(desk, '日本');
    expect(await textsAt(desk, id)).toEqual(['日本']);
  });

  it('takes 4,096 characters, and restores the earlier text on undo', async () => {
    const { page, textBox: composer, log, release, early } = await openEarly();
    const long = `${'ab '.repeat(1365)}c`;
    await page.keyboard.insertText(long);
    await release();
    await log.waitFor();
    expect(await composer.inputValue()).toBe(long);
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    expect(await composer.inputValue()).toBe(long);
    await page.keyboard.press('Enter');
    await conversationWith(desk, long);
    await early(long.trim()).waitFor();
  });

  it('leaves the focus alone on a touch screen, because the keyboard would appear', async () => {
    const { textBox: composer } = await openEarly(PHONE);
    expect(await composer.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(false);
  });
});
