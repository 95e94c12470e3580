import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type OpenedPage, openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { messageLog, openInbox, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, textsAt, widgetAt, widgetOf } from '../support/widget';
import { guard, shownAs } from './guard';
import { HOSTILE_STRINGS } from './hostileStrings';

const { browser, desk, pages, pageWith } = await setUp();
/**
 * A page without its own content security policy, so that only the messenger prevents a string from running.
 */
const address = pageWith();

const watch = (opened: OpenedPage) => guard(opened, [desk.origin, pages.origin]);

/** The texts of the bubbles, oldest first. */
/** What is shown of a sent text: an address that names a person before its host is followed by that host. */
const drawnAs = (text: string): string =>
  shownAs(text === 'https://user:pass@evil.example/' ? `${text} (evil.example)` : text);

const textsIn = async (log: Locator): Promise<string[]> =>
  (await log.locator('li [dir="auto"]').allTextContents()).map(shownAs);

describe('hostile strings are text', () => {
  it('in what agents write and how they sign, in the launcher and to the screen reader', async () => {
    const opened = await openPage(browser);
    const { page } = opened;
    const { expectHarmless } = watch(opened);
    const { open, say, launcher, window, log, frame } = await widgetAt(page, address);
    await open();
    await say('Attack me');
    const id = await conversationWith(desk, 'Attack me');
    for (const [i, text] of HOSTILE_STRINGS.entries()) {
      // The second half arrives while the window is closed.
      if (i === Math.floor(HOSTILE_STRINGS.length / 2)) {
        await launcher.click();
        await window.waitFor({ state: 'hidden' });
      }
      await replyAs(desk, id, text, { name: text.slice(0, 100) });
    }
    await launcher.click();
    const sent = HOSTILE_STRINGS.map(drawnAs);
    expect(sent.length).toBeGreaterThanOrEqual(40);
    await expect.poll(() => textsIn(log)).toEqual(['Attack me', ...sent]);
    // Links lead only to the address they show, in a new tab without an opener.
    for (const href of await log
      .locator('a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))) {
      expect(href).toMatch(/^(https?:\/\/|mailto:|tel:)/);
    }
    await expectHarmless(address);
    // Check again after a reload, with messages read from the service.
    await page.reload();
    await frame.getByRole('log').waitFor();
    await expect.poll(async () => (await textsIn(log)).at(-1)).toBe(sent.at(-1));
    const again = await textsIn(log);
    expect(again).toEqual(sent.slice(-again.length));
    await expectHarmless(address);
  });

  it('in what visitors write', async () => {
    const opened = await openPage(browser);
    const { page } = opened;
    const { expectHarmless } = watch(opened);
    const { open, composer, log } = await widgetAt(page, address);
    await open();
    for (const text of HOSTILE_STRINGS) {
      await composer.fill(text);
      await composer.press('Enter');
    }
    const last = HOSTILE_STRINGS.at(-1) ?? '';
    await log.getByText('Sent', { exact: true }).waitFor();
    const id = await conversationWith(desk, last);
    // The newest page of messages.
    const kept = await textsAt(desk, id);
    expect(kept.at(-1)).toBe(last);
    expect(kept.length).toBeGreaterThanOrEqual(40);
    expect((await textsIn(log)).slice(-kept.length)).toEqual(kept.map((t) => drawnAs(t ?? '')));
    await expectHarmless(address);
  });

  it('in the agents’ inbox: words, names and what the visitor’s browser says of itself', async () => {
    const script = HOSTILE_STRINGS[5] ?? '';
    const visitor = await openPage(browser, { userAgent: `Mozilla/5.0 Chrome/130 ${script}` });
    const html = fixture('plain.html', { DESK: desk.origin }).replace(
      /<title>.*<\/title>/,
      '<title>&lt;img src=x onerror=top.hacked=1&gt;</title>',
    );
    await visitor.page.goto(`${pages.serve(html)}?q=<script>top.hacked=1</script>`);
    const { open, composer } = widgetOf(visitor.page);
    await open();
    for (const text of HOSTILE_STRINGS.slice(0, 45)) {
      await composer.fill(text);
      await composer.press('Enter');
    }
    await conversationWith(desk, HOSTILE_STRINGS[44] ?? '');
    const opened = await openInbox(browser, desk);
    const signs: string[] = [];
    opened.page.on('request', (request) => {
      if (new URL(request.url()).host !== new URL(desk.origin).host) signs.push(request.url());
    });
    await rows(opened.page).first().click();
    await messageLog(opened.page)
      .getByText(HOSTILE_STRINGS[44] ?? '', { exact: true })
      .waitFor();
    const details = opened.page.getByRole('button', { name: 'Visitor details' });
    if (await details.isVisible()) await details.click();
    expect(
      await opened.page
        .locator(
          '#root script, #root img[src*="evil"], #root [onerror], #root iframe, #root a[href^="javascript" i], #root style',
        )
        .count(),
    ).toBe(0);
    expect(await opened.page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(signs).toEqual([]);
  });

  it('in every field of what a hostile service sends', async () => {
    const opened = await openPage(browser);
    const { page } = opened;
    const { expectHarmless } = watch(opened);
    await page.route(/\/messages(\?|$)/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const answer = await route.fetch();
      const messages = HOSTILE_STRINGS.map((text, i) => ({
        _id: `${i}${text}`.slice(0, 60),
        type: ['text', text, 'image', 'carousel', 'constructor', '__proto__', 'file', 'form'][i % 8],
        role: i % 3 === 0 ? text : 'appMaker',
        received: 1_700_000_000 + i,
        text: i % 5 === 0 ? { toString: text } : text,
        textFallback: text,
        htmlText: text,
        markdownText: text,
        name: text,
        payload: text,
        metadata: { [text]: text },
        mediaUrl: text,
        mediaType: text,
        altText: text,
        authorId: text,
        source: { id: text, type: text },
        actions: [{ _id: text, type: 'link', text, uri: text, default: text }],
        items: [
          { title: text, description: text, mediaUrl: text, actions: [{ type: 'link', text, uri: text }] },
        ],
        fields: [{ type: text, name: text, label: text }],
      }));
      await route.fulfill({
        response: answer,
        json: { messages: [null, 5, HOSTILE_STRINGS[0], ...messages], hasPrevious: false },
      });
    });
    const { open, log } = await widgetAt(page, address);
    await open();
    await log
      .getByText(HOSTILE_STRINGS[1] ?? '', { exact: true })
      .last()
      .waitFor();
    await expectHarmless(address);
  });

  it('in the calls of the page', async () => {
    const opened = await openPage(browser, { expectedProblems: [/^Porch: /] });
    const { page } = opened;
    const { expectHarmless } = watch(opened);
    const { open } = await widgetAt(page, address);
    await open();
    for (const text of HOSTILE_STRINGS) {
      await page.evaluate((t) => {
        const zE = Reflect.get(window, 'zE') as (...args: unknown[]) => void;
        zE('messenger:set', 'zIndex', t);
        zE('messenger:set', 'locale', t);
        zE('messenger:set', 'cookies', t);
      }, text);
    }
    await expectHarmless(address);
    expect(opened.problems.consoleErrors).toHaveLength(3 * HOSTILE_STRINGS.length);
  });
});
