/**
 * `npm run shots`: builds, starts a desk and saves screenshots to test/output/shots: a conversation and the
 * inbox, every surface on a publisher's page, and the gallery's states (shotsSurfaces.mjs).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from './build.mjs';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';
import { installChromium, installFonts, installPackages } from './setup.mjs';
import { shootGallery, shootPage, VIEWS } from './shotsSurfaces.mjs';
import { startDesk } from './startDesk.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */

const OUT = join(root, 'test/output/shots');

/** @type {Record<string, ContextOptions>} */
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const LONG =
  'We build in three lengths. The Heron is 4.6 m and made for one; the Otter is 5.1 m, for two, and steady when the wind gets up; the Elk takes a family and its dog.\n\nAll three are cedar strip under one layer of glass, with ash gunwales that you will want to oil once a year.';
const UNBROKEN = `https://shop.example/boats/heron?configuration=${'ash-gunwales-cane-seat-'.repeat(5)}yoke`;

/** The conversation's texts and their authors. @type {['visitor' | 'agent', string][]} */
const TALK = [
  ['visitor', 'Hello! Which boat would you give to someone who paddles alone?'],
  ['agent', 'The Heron.'],
  ['agent', LONG],
  ['visitor', 'And is there a picture of the seat? I saw one at https://shop.example/seats but it has gone.'],
  ['agent', `Here is the whole of it: ${UNBROKEN}`],
  ['visitor', 'مرحباً، هل توصلون القوارب إلى بيروت؟ وكم يكلف الشحن بالحاوية تقريباً؟'],
  ['agent', 'نعم، بكل سرور. الشحن إلى بيروت نحو ٩٠٠ يورو.'],
  ['visitor', 'Ok 👍'],
];

/**
 * @param {{ origin: string, token: string }} desk
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
const asAgent = async ({ origin, token }, method, path, body) => {
  const answer = await fetch(`${origin}/agent/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
};

/** @param {Page} page @param {string} name */
const shoot = async (page, name) => {
  // Wait for running animations and transitions to end. Endless ones, such as the typing dots, are states.
  await page.evaluate(async () => {
    const root = document.querySelector('[data-porch]')?.shadowRoot;
    const inner = root?.querySelector('iframe')?.contentDocument;
    const moving = [document, root, inner].flatMap((part) => part?.getAnimations() ?? []);
    const ending = moving.filter(
      (m) => m.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    );
    await Promise.all(ending.map((m) => m.finished.catch(() => undefined)));
  });
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  console.log(`  ${name}.png`);
};

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Awaited<ReturnType<typeof startDesk>>} desk
 * @param {string} size
 */
const shootVisitor = async (browser, desk, size) => {
  const context = await browser.newContext(SIZES[size]);
  const page = await context.newPage();
  const frame = page.frameLocator('iframe[title="Messaging window"]');
  const log = frame.getByRole('log', { name: 'Messages' });
  const composer = frame.getByRole('textbox', { name: 'Type a message' });
  const launcher = page.getByRole('button', { name: /^(Open|Close) messaging window/ });
  /** @param {string} text */
  const say = async (text) => {
    await composer.fill(text);
    await composer.press('Enter');
    await log.getByText('Sent', { exact: true }).waitFor();
  };

  await page.route('**/porch/*/messenger.js', async (route) => {
    await page.locator('iframe[title="Messaging window"]').waitFor();
    await shoot(page, `${size}-2-loading`);
    await route.continue();
  });
  await page.goto(`${desk.origin}/`);
  await launcher.waitFor();
  await shoot(page, `${size}-1-closed`);
  await launcher.press('Enter');
  await composer.waitFor();
  await shoot(page, `${size}-3-open`);
  let id = '';
  for (const [who, text] of TALK) {
    if (who === 'visitor') await say(text);
    else {
      const { conversations } = await asAgent(desk, 'GET', '/conversations');
      id = conversations[0]._id;
      await asAgent(desk, 'POST', `/conversations/${id}/messages`, { type: 'text', text, name: 'Maren' });
      await log.getByText(text.slice(0, 20)).last().waitFor();
    }
  }
  await shoot(page, `${size}-4-conversation`);
  await log.evaluate((element) => element.scrollTo(0, 0));
  await shoot(page, `${size}-5-conversation-top`);
  await log.evaluate(async (element) => {
    element.scrollTo(0, element.scrollHeight);
    await new Promise((scrolled) => element.addEventListener('scrollend', scrolled, { once: true }));
  });
  await asAgent(desk, 'POST', `/conversations/${id}/activity`, { type: 'typing:start', name: 'Maren' });
  await frame.getByRole('status').filter({ hasText: 'is typing' }).waitFor({ state: 'attached' });
  await shoot(page, `${size}-6-typing`);
  await asAgent(desk, 'POST', `/conversations/${id}/activity`, { type: 'typing:stop', name: 'Maren' });
  await page.route('**/sc/**', (route) => route.abort());
  await composer.fill('Can I come by on Saturday?');
  await composer.press('Enter');
  await shoot(page, `${size}-7-sending`);
  await log.getByRole('alert').waitFor();
  await shoot(page, `${size}-8-failed`);
  await page.unrouteAll();
  await composer.press('Escape');
  await page.locator('iframe[title="Messaging window"]').waitFor({ state: 'hidden' });
  for (const text of ['Saturday is fine.', 'Ask for Maren.']) {
    await asAgent(desk, 'POST', `/conversations/${id}/messages`, { type: 'text', text, name: 'Maren' });
  }
  await page.getByRole('button', { name: /2 unread/ }).waitFor();
  await shoot(page, `${size}-9-unread`);
  await context.close();
};

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Awaited<ReturnType<typeof startDesk>>} desk
 * @param {string} size
 */
const shootInbox = async (browser, desk, size) => {
  const context = await browser.newContext(SIZES[size]);
  const page = await context.newPage();
  await page.goto(desk.inbox);
  await shoot(page, `${size}-inbox-0-sign-in`);
  await page.getByRole('button', { name: 'Continue as Ada' }).click();
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('button');
  await rows.first().waitFor();
  await shoot(page, `${size}-inbox-1-list`);
  await rows.first().click();
  await page.getByRole('log', { name: 'Messages' }).getByRole('article').last().waitFor();
  await shoot(page, `${size}-inbox-2-conversation`);
  await context.close();
};

const HELP = `npm run shots -- [PART]
  PART  takes only these screenshots: talk, page or gallery`;

const { positionals, refuse } = readOptions(HELP, {}, 1);
const [only] = positionals;
if (only && !['talk', 'page', 'gallery'].includes(only)) refuse(`There is no part '${only}'.`);

await installPackages();
await installFonts();
await build();
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'porch-shots-'));
const desk = await startDesk(dataDir);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || (await installChromium()),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  console.log(`Into ${OUT}:`);
  if (!only || only === 'talk') {
    for (const size of Object.keys(SIZES)) await shootVisitor(browser, desk, size);
    for (const size of Object.keys(SIZES)) await shootInbox(browser, desk, size);
  }
  const shown = {
    origin: desk.origin,
    /** @param {string} method @param {string} path @param {unknown} [body] */
    asAgent: (method, path, body) => asAgent(desk, method, path, body),
  };
  if (!only || only === 'page') {
    for (const view of VIEWS) await shootPage(browser, shown, view, OUT);
  }
  if (!only || only === 'gallery') {
    for (const view of VIEWS) await shootGallery(browser, shown, view, OUT);
    for (const locale of ['en-us', 'ar']) {
      const view = { layout: 'full', locale, scheme: 'light', size: '320x568' };
      await shootGallery(browser, shown, view, OUT);
      await shootGallery(browser, shown, { ...view, forced: true }, OUT);
    }
  }
} finally {
  await browser.close();
  await desk.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
