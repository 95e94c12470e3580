import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { replyAs, roundTrip, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const NONCE = 'c2FpbHM';

/** The strictest policy. Others, and pages that allow no policy of Trusted Types, are rows of `pages/policies.ts`. */
const STRICT = [
  "default-src 'none'",
  `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
  "style-src 'self'",
  // For the fixture's own icon.
  'img-src data:',
  `connect-src ${desk.origin} ${desk.origin.replace('http', 'ws')}`,
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types porch',
].join('; ');

describe('under a strict content security policy', () => {
  it('everything works on the desk’s own page, with no violation', async () => {
    const { page } = await openPage(browser);
    const answer = await page.goto(`${desk.origin}/`);
    expect(answer?.headers()['content-security-policy']).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'self'",
    );
    const id = await roundTrip(desk, page);
    // Styles apply too: the send button is round, and the visitor's messages are on the other side.
    const { frame, log, message } = widgetOf(page);
    await replyAs(desk, id, 'A second answer');
    await message('A second answer').waitFor();
    expect(
      await frame
        .getByRole('button', { name: 'Send message' })
        .evaluate((button) => getComputedStyle(button).borderRadius),
    ).toBe('50%');
    const [own, theirs] = await Promise.all(
      [/^Question/, 'A second answer'].map((text) => log.getByText(text).boundingBox()),
    );
    expect(own?.x ?? 0).toBeGreaterThan(theirs?.x ?? 0);
  });

  it("everything works with a nonce, 'strict-dynamic' and Trusted Types, with no violation", async () => {
    const { page } = await openPage(browser);
    const html = fixture('policy.html', { DESK: desk.origin, NONCE });
    await page.goto(pages.serve(html, { 'Content-Security-Policy': STRICT }));
    await widgetOf(page).launcher.waitFor();
    expect(page.frames()).toHaveLength(1);
    await roundTrip(desk, page);
    await page.reload();
    await widgetOf(page).log.waitFor();
    expect(await page.evaluate(() => Object.getOwnPropertySymbols(window).map(String))).toEqual([]);
  });
});
