import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, it, vi } from 'vitest';
import { openPage } from '../support/browser';
import { folderForThisFile } from '../support/folder';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const PAGES = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)];

type Snippet = { name: string; code: string };
/** The code of all blocks in one language. */
const snippets = (language: string, pages = PAGES): Snippet[] =>
  pages.flatMap((page) =>
    [...read(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
      .filter(([, name]) => name === language)
      .map(([, , code = ''], i) => ({ name: `${page} ${i + 1}`, code })),
  );

const KEY = { id: 'shop-1', secret: 'a secret of the shop, for its tokens' };
const options = ['small', 'large'].map((value) => ({ name: value, value }));
const { browser, desk, pages } = await setUp({
  settings: {
    app: { multiConvoEnabled: true, canUserCreateMoreConversations: true },
    auth: { signingKeys: [KEY] },
    customTicketFields: [
      { id: 42, type: 'text' },
      { id: 43, type: 'multiselect', custom_field_options: options },
    ],
  },
});
const folder = folderForThisFile();
// For what the snippets import.
symlinkSync(new URL('node_modules', root), join(folder, 'node_modules'));
afterAll(() => vi.unstubAllEnvs());

const TAG = `<script async src="${desk.origin}/porch/porch.now.js"></script>`;
const QUEUE = '<script>window.zE ||= function () { (zE.q ||= []).push(arguments) }</script>';
const serve = (head: string) =>
  pages.serve(
    fixture('plain.html', { HEAD: head, BODY: '<div id="chat" style="height: 500px"></div>' }).replace(
      /<script async src="\/porch\/porch.js"><\/script>/,
      '',
    ),
  );

/** A snippet with the desk of this test, and the hash of its loader. */
const filledIn = async (html: string): Promise<string> => {
  const loader = await (await fetch(`${desk.origin}/porch/porch.js`)).arrayBuffer();
  const hash = createHash('sha384').update(Buffer.from(loader)).digest('base64');
  return html
    .replaceAll(/https:\/\/(desk|cdn)\.example/g, desk.origin)
    .replaceAll('"desk.example"', `"${desk.origin}"`)
    .replaceAll('sha384-…', `sha384-${hash}`);
};

/** Makes a call and waits for its callback; the calls before it have then been carried out. */
const call = (page: Page, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(
    (given) =>
      new Promise((resolve, reject) => {
        const zE = Reflect.get(window, 'zE') as (...all: unknown[]) => void;
        zE(...given, (error: { message: string } | null, result: unknown) =>
          error ? reject(new Error(error.message)) : resolve(result),
        );
      }),
    args,
  );

// A problem in the console, as of a call that is wrong, fails each of these tests.
describe('a snippet of the documentation runs as it is', () => {
  it.each(snippets('html'))('html: $name', async ({ code }) => {
    const { page } = await openPage(browser);
    const { launcher } = widgetOf(page);
    const hasTag = /<script[^>]* src=|createElement\('script'\)/.test(code);
    await page.goto(serve((await filledIn(code)) + (hasTag ? '' : TAG)));
    if (code.includes('function startSupport')) {
      await page.evaluate(() => (Reflect.get(window, 'startSupport') as () => void)());
    }
    const log = page.frameLocator('#chat iframe').getByRole('log');
    const german = page.getByRole('button', { name: 'Nachrichtenfenster öffnen' });
    if (code.includes("mode: 'embedded'")) await log.waitFor();
    else await (code.includes("'locale', 'de'") ? german : launcher).waitFor();
  });

  it.each(snippets('js').filter(({ code }) => code.includes('zE(')))('js: $name', async ({ code }) => {
    const [signing] = snippets('js', ['examples/support-desk/README.md']);
    const file = join(folder, 'signVisitor.mjs');
    writeFileSync(file, signing?.code ?? '');
    vi.stubEnv('PORCH_KEY_ID', KEY.id);
    vi.stubEnv('PORCH_KEY_SECRET', KEY.secret);
    const { signVisitor } = await import(pathToFileURL(file).href);

    const { page } = await openPage(browser);
    await page.route('**/support-jwt', async (route) =>
      route.fulfill({ body: await signVisitor({ id: 7, name: 'Ada', email: 'ada@shop.example' }) }),
    );
    await page.goto(serve(QUEUE + TAG));
    await page.evaluate(
      "zE('messenger', 'loginUser', (give) => fetch('/support-jwt').then((a) => a.text()).then(give)); 0",
    );
    const made = (await call(page, 'messenger', 'newConversation', {})) as { id: string };
    await page.evaluate(`{ const conversationId = ${JSON.stringify(made.id)}; ${code} } 0`);
    await call(page, 'messenger', 'fetchConversations', 0);
    await call(page, 'messenger', 'updateUser', { properties: { seen: true } });
  });
});
