/** `npm run bench`: figures of the log with many messages, in Chromium. They are the machine's as much as ours. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { root } from './run.mjs';

const out = mkdtempSync(join(tmpdir(), 'porch-bench-'));
await build({
  configFile: false,
  logLevel: 'error',
  root: join(root, 'test/bench/log'),
  base: './',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^@preact\/signals-react$/, replacement: '@preact/signals' },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: out, emptyOutDir: true, modulePreload: { polyfill: false } },
});

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' };
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  try {
    const body = readFileSync(join(out, path === '/' ? 'index.html' : path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = address && typeof address === 'object' ? address.port : 0;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 500, height: 800 } });
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => window.bench !== undefined);
  /** @param {number} count */
  const measure = async (count) => {
    await page.evaluate((n) => window.bench?.fill(n), count);
    // The first few are for the engine to warm up.
    await page.evaluate(() => window.bench?.add(20));
    const took = (await page.evaluate(() => window.bench?.add(60))) ?? 0;
    const rows = await page.evaluate(() => window.bench?.rows());
    console.log(`${count} messages (${rows} rows): adding one takes ${took.toFixed(2)} ms`);
    return took;
  };
  // In turns, and the best of each: what else the machine does is not the log's.
  let few = Number.POSITIVE_INFINITY;
  let many = few;
  for (let round = 0; round < 3; round++) {
    few = Math.min(few, await measure(100));
    many = Math.min(many, await measure(10_000));
  }
  console.log(`Adding to 10,000 takes ${(many / few).toFixed(2)} times as long as to 100 (at most 1.5)`);
  // A slow phone's scrolling.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const step of [300, 3000]) {
    const scroll = await page.evaluate((by) => window.bench?.scroll(120, by), step);
    console.log(
      `Scrolling up 10,000 messages by ${step} px a frame at 4× slow-down: a frame takes ${scroll?.frame.toFixed(1)} ms, the worst ${scroll?.worst.toFixed(1)} ms; ${scroll?.longTasks} tasks over 50 ms, the longest ${scroll?.longest.toFixed(0)} ms`,
    );
  }
} finally {
  await browser.close();
  server.close();
  rmSync(out, { recursive: true });
}
