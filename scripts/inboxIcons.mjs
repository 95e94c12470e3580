/**
 * `node scripts/inboxIcons.mjs`: draws the icons of the inbox as an app from its `icon.svg`. Run it after changing that
 * picture.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './run.mjs';
import { findChromium, findHeadlessShell } from './setup.mjs';

const INBOX = join(root, 'examples/support-desk/inbox');
const OUT = join(INBOX, 'public/icons');

/** Systems crop a maskable icon to a circle of at least 80%, so its picture is smaller and its color reaches the edges. */
const ICONS = [
  { name: '192', size: 192, maskable: false },
  { name: '512', size: 512, maskable: false },
  { name: 'maskable', size: 512, maskable: true },
];

const svg = readFileSync(join(INBOX, 'icon.svg'), 'utf8');
const [, color = ''] = /<rect[^>]* fill="(#\w+)"/.exec(svg) ?? [];

/** @param {boolean} maskable @param {number} size */
const pageOf = (maskable, size) => {
  const picture = svg.replace('<svg ', `<svg width="${size * (maskable ? 0.8 : 1)}" `);
  const background = maskable ? color : 'transparent';
  return `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${background}">${picture}`;
};

const browser = await chromium.launch({
  executablePath: findHeadlessShell() || findChromium(),
  args: ['--no-sandbox'],
});
mkdirSync(OUT, { recursive: true });
for (const { name, size, maskable } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(pageOf(maskable, size));
  writeFileSync(join(OUT, `${name}.png`), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
