import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { replyAs, roundTrip, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const NONCE = 'c2FpbHM';

/** `img-src data:` is for the fixture's own icon. */
const directives = (script: string, more = ''): string =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    "style-src 'self'",
    'img-src data:',
    `connect-src ${desk.origin} ${desk.origin.replace('http', 'ws')}`,
    "base-uri 'none'",
    "object-src 'none'",
    more,
  ].join('; ');

const TRUSTED = "require-trusted-types-for 'script'; trusted-types";

const POLICIES: Record<string, () => string> = {
  'a list of origins': () => directives(desk.origin),
  'a nonce alone': () => directives(`'nonce-${NONCE}'`),
  "a nonce and 'strict-dynamic'": () => directives(`'nonce-${NONCE}' 'strict-dynamic'`),
  'Trusted Types that allow our policy': () => directives(desk.origin, `${TRUSTED} porch`),
  "a nonce, 'strict-dynamic' and Trusted Types": () =>
    directives(`'nonce-${NONCE}' 'strict-dynamic'`, `${TRUSTED} porch`),
};

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

  for (const [name, policy] of Object.entries(POLICIES)) {
    it(`everything works with ${name}, with no violation`, async () => {
      const { page } = await openPage(browser);
      const html = fixture('policy.html', { DESK: desk.origin, NONCE });
      await page.goto(pages.serve(html, { 'Content-Security-Policy': policy() }));
      await widgetOf(page).launcher.waitFor();
      expect(page.frames()).toHaveLength(1);
      await roundTrip(desk, page);
      await page.reload();
      await widgetOf(page).message('A second answer').or(widgetOf(page).log).waitFor();
      expect(await page.evaluate(() => Object.getOwnPropertySymbols(window).map(String))).toEqual([]);
    });
  }

  it("everything works in the page's own realm where Trusted Types forbid every policy", async () => {
    // A browser reports a refused trusted-types policy when a page tries to create one. Nothing else may be
    // refused.
    const opened = await openPage(browser, {
      possibleProblems: [/^trusted-types: trusted-types-policy /, /^Creating a TrustedTypePolicy /],
    });
    const { page } = opened;
    const html = fixture('policy.html', { DESK: desk.origin, NONCE });
    const policy = directives(desk.origin, `${TRUSTED} 'none'`);
    await page.goto(pages.serve(html, { 'Content-Security-Policy': policy }));
    await widgetOf(page).launcher.waitFor();
    expect(page.frames()).toHaveLength(1);
    await roundTrip(desk, page);
    expect(opened.problems.cspViolations.length).toBeLessThanOrEqual(1);
  });
});
