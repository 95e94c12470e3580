import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { stored } from '../support/loginPage';
import { setUp } from '../support/setUp';
import { takeUncaught } from '../support/uncaught';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

type When = 'before the tag' | 'after the launcher';

/** What a page may make of a name. */
const KINDS: readonly ((name: string) => string)[] = [
  (name) => `var ${name} = 'https://shop.example/'`,
  (name) => `function ${name}(title) { this.title = title }`,
  (name) => `var ${name} = class { constructor() { this.own = true } }`,
  (name) => `var ${name} = { on() {}, emit() {} }`,
  (name) => `let ${name} = 1`,
  (name) => `const ${name} = { own: true }`,
];
/** How many names one page takes. Where the launcher is not drawn yet, one name may have it run in the realm, and hide what others do. */
const GROUP: Record<When, number> = { 'before the tag': 420, 'after the launcher': 2_000 };

/** The names of an empty page's globals that a script may declare. Each tag of its own: one that is refused stops no other. */
const namesOf = async (): Promise<string[]> => {
  const { page, close } = await openPage(browser, { at: pages.serve('<!doctype html><title>Empty</title>') });
  const names = await page.evaluate(() =>
    Object.getOwnPropertyNames(window).filter(
      (name) => /^[a-z_$][\w$]*$/i.test(name) && Object.getOwnPropertyDescriptor(window, name)?.configurable,
    ),
  );
  await close();
  return names;
};

/** Porch calls or reads these, and cannot know that a function of the page does nothing. */
const NO_FUNCTION = /^(requestIdleCallback|(local|session)Storage)$/;

const declare = (names: readonly string[], shift: number): string =>
  names
    .map((name, i) => {
      const kind = (i + shift) % KINDS.length;
      return `<script>${KINDS[kind === 1 && NO_FUNCTION.test(name) ? 0 : kind]?.(name)}</script>`;
    })
    .join('');

/** What Porch asks of the page itself: the browser's own, or a function that does the same. */
const ASKED: Record<When, readonly string[]> = {
  'before the tag': ['CSSStyleSheet', 'matchMedia'],
  // Without these every script of such a page would stop. Keeping the two takes 15 bytes before intent.
  'after the launcher': ['CSSStyleSheet', 'matchMedia', 'Object', 'Reflect'],
};

/** A visit with a text, an answer and a reload. @returns what did not work */
const visit = async (names: readonly string[], shift: number, when: When): Promise<string | undefined> => {
  const text = `Is ${names[0]} yours, declared ${when}?`;
  const { page, close } = await openPage(browser, { possibleProblems: [/(?:)/] });
  page.setDefaultTimeout(10_000);
  try {
    const HEAD = when === 'before the tag' ? declare(names, shift) : '';
    const html = fixture('plain.html', { DESK: desk.origin, HEAD });
    await page.goto(pages.serve(html.replace('porch.js', 'porch.now.js')));
    const { open, say, log, launcher } = widgetOf(page);
    await launcher.waitFor();
    // As in a page that is still being parsed: each tag runs alone.
    if (!HEAD)
      await page.evaluate(
        (html) => document.body.append(document.createRange().createContextualFragment(html)),
        declare(names, shift),
      );
    await open();
    await say(text);
    // The desk has it: asking the desk for what never comes takes a minute.
    await log.getByText('Sent', { exact: true }).waitFor();
    await replyAs(desk, await conversationWith(desk, text), `Answer to ${text}`);
    await log.getByText(`Answer to ${text}`).waitFor();
    await page.reload();
    await log.getByText(`Answer to ${text}`).waitFor();
    return undefined;
  } catch (error) {
    return `${error}`.split('\n')[0];
  } finally {
    await close();
    takeUncaught();
  }
};

/** The names among `names` with which the messenger does not work, found by halves. */
const failing = async (names: readonly string[], shift: number, when: When): Promise<string[]> => {
  const why = await visit(names, shift % KINDS.length, when);
  if (!why) return [];
  if (names.length === 1) return [`${declare(names, shift)}: ${why}`];
  const half = Math.floor(names.length / 2);
  const first = await failing(names.slice(0, half), shift, when);
  const second = await failing(names.slice(half), shift + half, when);
  return first.length + second.length > 0 ? [...first, ...second] : [`${names}: ${why}`];
};

it.each(['before the tag', 'after the launcher'] as const)(
  'works on pages that declare each of the browser’s global names %s (start-19)',
  async (when) => {
    const names = (await namesOf()).filter((name) => !ASKED[when].includes(name));
    expect(names.length).toBeGreaterThan(900);
    const found: string[] = [];
    // Two kinds for each name: an early one of the table, and a late one.
    for (const shift of [0, 3])
      for (let i = 0; i < names.length; i += GROUP[when])
        found.push(...(await failing(names.slice(i, i + GROUP[when]), shift, when)));
    expect(found).toEqual([]);
  },
);

it.each([
  ['the document', (html: string) => `document.open(); document.write(${html}); document.close()`],
  [
    'the content of html',
    (html: string) =>
      `document.documentElement.innerHTML = ${html};
      const tag = document.createElement('script');
      tag.src = '${desk.origin}/porch/porch.now.js';
      document.head.append(tag)`,
  ],
])('has one launcher and one window on a page that writes %s again (start-20)', async (_, write) => {
  const html = fixture('plain.html', { DESK: desk.origin }).replace('porch.js', 'porch.now.js');
  // The console hears of the realm that goes.
  const { page } = await openPage(browser, { at: pages.serve(html), possibleProblems: [/Porch: /] });
  const { launcher, open, composer } = widgetOf(page);
  for (const opened of [false, true]) {
    await launcher.waitFor();
    // Only a visitor whom the desk knows finds the window open again.
    if (opened) await open();
    if (opened) await expect.poll(() => stored(page)).toMatch(/sessionToken/);
    await page.evaluate(write(JSON.stringify(html)));
    await expect.poll(() => page.locator('[data-porch] button.l').count()).toBe(1);
  }
  // As it was on the page before.
  await composer.waitFor();
  expect(await page.locator('[data-porch]').count()).toBe(1);
  expect(await page.evaluate(() => typeof (window as Window & { zE?: unknown }).zE)).toBe('function');
});
