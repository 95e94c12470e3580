/**
 * Screenshots of every surface in three layouts, both text directions and both color schemes, and of the
 * gallery's states.
 */
import { join } from 'node:path';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {{ origin: string, asAgent: (method: string, path: string, body?: unknown) => Promise<any> }} Desk
 */
/** @typedef {{ layout: string, locale: string, scheme: string }} View */

/**
 * The page's window and the card's size in each layout. In the full-screen layout the card fills a phone.
 * @type {Record<string, { page: import('playwright-core').BrowserContextOptions, card: string }>}
 */
const LAYOUTS = {
  regular: { page: { viewport: { width: 1280, height: 800 } }, card: '380x700' },
  low: { page: { viewport: { width: 1280, height: 600 } }, card: '380x568' },
  full: {
    page: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    card: '390x844',
  },
};

/** @type {View[]} */
export const VIEWS = Object.keys(LAYOUTS).flatMap((layout) =>
  ['en-us', 'ar'].flatMap((locale) => ['light', 'dark'].map((scheme) => ({ layout, locale, scheme }))),
);

/** @param {View} view */
const nameOf = ({ layout, locale, scheme }) => `${layout}-${locale === 'ar' ? 'rtl' : 'ltr'}-${scheme}`;

/**
 * Combines several screenshots into one image, each labeled with its name.
 * @param {Browser} browser
 * @param {[string, Buffer][]} shots
 * @param {string} path
 */
const compose = async (browser, shots, path) => {
  const page = await browser.newPage({ viewport: { width: 1960, height: 800 } });
  await page.setContent(
    `<style>body{margin:0;padding:8px;display:flex;flex-wrap:wrap;gap:8px;font:600 14px sans-serif;background:#ccc}
    figure{margin:0}img{display:block;width:640px}.tall img{width:312px}</style>`,
  );
  await page.evaluate(
    (/** @type {[string, string][]} */ all) =>
      Promise.all(
        all.map(async ([name, data]) => {
          const figure = document.createElement('figure');
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          if (image.height > image.width) figure.className = 'tall';
          figure.append(name, image);
          document.body.append(figure);
        }),
      ),
    shots.map(([name, data]) => /** @type {[string, string]} */ ([name, data.toString('base64')])),
  );
  await page.screenshot({ path, fullPage: true });
  await page.close();
  console.log(`  ${path.replace(/.*\//, '')}`);
};

/**
 * Takes screenshots of a publisher's page: the launcher with its label, the skeleton, the empty card, a
 * conversation, unread messages, and the notice shown when the messenger cannot be loaded.
 * @param {Browser} browser
 * @param {Desk} desk
 * @param {View} view
 * @param {string} out
 */
export const shootPage = async (browser, desk, { layout, locale, scheme }, out) => {
  const context = await browser.newContext({ ...LAYOUTS[layout]?.page, locale, reducedMotion: 'reduce' });
  /** @type {[string, Buffer][]} */
  const shots = [];
  /** @param {boolean} isLabeled @param {(page: Page) => Promise<void>} act @param {object} [more] more configuration */
  const onPage = async (isLabeled, act, more = {}) => {
    const page = await context.newPage();
    await page.route('**/embeddable/config*', async (route) => {
      const answer = await route.fetch();
      const config = await answer.json();
      const { messenger } = config;
      Object.assign(messenger, more, {
        theme: { ...messenger.theme, scheme },
        launcher: {
          ...messenger.launcher,
          ...(isLabeled ? { text: locale === 'ar' ? 'اسألنا' : 'Ask us', showTextInMobile: true } : {}),
        },
      });
      await route.fulfill({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(config),
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await act(page);
    await page.close();
  };
  /** @param {Page} page @param {string} name */
  const shoot = async (page, name) => {
    // Wait for small files that load late: the label, lazily loaded parts and images.
    await page.waitForTimeout(300);
    shots.push([name, await page.screenshot()]);
  };
  await onPage(
    false,
    async (page) => {
      await page.goto(`${desk.origin}/?locale=${locale}`);
      await page.locator('[data-porch] .m p').waitFor();
      await shoot(page, 'campaign');
    },
    {
      campaigns: [
        {
          id: 'shot',
          jwt: 'shot',
          name: 'Maren',
          text: 'The Heron is in stock again. Shall I keep one for you?',
        },
      ],
    },
  );
  await onPage(true, async (page) => {
    const launcher = page.locator('[data-porch] button[aria-expanded]');
    const card = page.frameLocator('[data-porch] iframe.card');
    const composer = card.locator('textarea');
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((resolve) => (release = () => resolve(undefined)));
    await page.route('**/porch/*/messenger.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${desk.origin}/?locale=${locale}`);
    await launcher.waitFor();
    await shoot(page, 'label');
    await launcher.click();
    await shoot(page, 'skeleton');
    release();
    await composer.waitFor();
    await shoot(page, 'empty');
    const mark = `${locale}, ${scheme}, ${layout}`;
    await composer.fill(mark);
    await composer.press('Enter');
    await card.locator('li small').first().waitFor();
    const { conversations } = await desk.asAgent('GET', '/conversations');
    const { _id: id } = conversations.find((/** @type {any} */ c) => c.lastMessage?.text === mark);
    /** @param {string} text */
    const reply = (text) =>
      desk.asAgent('POST', `/conversations/${id}/messages`, { type: 'text', text, name: 'Maren' });
    await reply('All three are cedar strip under one layer of glass. The Heron is 4.6 m and made for one.');
    await card.getByText('All three').first().waitFor();
    await shoot(page, 'conversation');
    await composer.press('Escape');
    await reply('Saturday is fine.');
    await reply('Ask for Maren.');
    await page.locator('[data-porch] .b').filter({ hasText: '2' }).waitFor();
    await shoot(page, 'unread');
  });
  await onPage(false, async (page) => {
    await page.route('**/porch/*/messenger.js', (route) => route.abort());
    await page.goto(`${desk.origin}/?locale=${locale}`);
    const launcher = page.locator('[data-porch] button[aria-expanded]');
    await launcher.waitFor();
    await shoot(page, 'launcher');
    await launcher.click();
    await page.frameLocator('[data-porch] iframe.card').getByRole('alert').waitFor();
    await shoot(page, 'cannot be loaded');
  });
  await context.close();
  await compose(browser, shots, join(out, `page-${nameOf({ layout, locale, scheme })}.png`));
};

/** How many states one gallery screenshot shows side by side, and in how many rows. */
const COLUMNS = 6;
const ROWS = 2;

/**
 * Takes screenshots of the gallery's states, twelve in each.
 * @param {Browser} browser
 * @param {Desk} desk
 * @param {View & { size?: string, forced?: boolean }} view
 * @param {string} out
 */
export const shootGallery = async (
  browser,
  desk,
  { layout, locale, scheme, size = LAYOUTS[layout]?.card ?? '', forced },
  out,
) => {
  const width = COLUMNS * (Number(size.split('x')[0]) + 24) + 24;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    forcedColors: forced ? 'active' : 'none',
  });
  const page = await context.newPage();
  await page.goto(`${desk.origin}/gallery/?frames=all&locale=${locale}&size=${size}&scheme=${scheme}`);
  await page.locator(`main[data-ready=${locale}]`).waitFor({ timeout: 60_000 });
  // The pictures do not include the knobs and the list of states.
  await page.addStyleTag({ content: 'aside{display:none!important}body{display:block}' });
  // Make the window as large as the page, because browsers do not paint frames outside the window.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  // Wait until the images have loaded or failed.
  await page.waitForTimeout(1500);
  const figures = page.locator('figure');
  const count = await figures.count();
  for (let from = 0; from < count; from += COLUMNS * ROWS) {
    const last = Math.min(from + COLUMNS * ROWS, count) - 1;
    const [a, b] = await Promise.all([from, last].map((i) => figures.nth(i).boundingBox()));
    if (!a || !b) throw new Error('A state is not shown.');
    const clip = { x: 0, y: a.y - 12, width, height: b.y + b.height - a.y + 24 };
    const part = String(from / (COLUMNS * ROWS) + 1).padStart(2, '0');
    const name = `gallery-${nameOf({ layout, locale, scheme })}-${size}${forced ? '-forced' : ''}-${part}.png`;
    await page.screenshot({ path: join(out, name), clip });
    console.log(`  ${name}`);
  }
  await context.close();
};
