import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../scripts/followDocs/blocks.mjs';
import { openPage } from '../support/browser';
import { bundleCode } from '../support/bundleCode';
import { signJwt } from '../support/jwt';
import { setUp } from '../support/setUp';
import { conversationWith, panelLink, replyAs, widgetOf } from '../support/widget';

const KEY = { id: 'shop-1', secret: 'a secret of the shop, for its tokens' };
const { browser, desk, pages } = await setUp({ settings: { auth: { signingKeys: [KEY] } } });

const root = new URL('../../', import.meta.url);
const PAGES = [
  'README.md',
  'src/npm/README.md',
  ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`),
];
const ENTRY = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as code from './code';
Object.assign(window, { code });
if ('Support' in code) createRoot(document.querySelector('#app')).render(createElement(code.Support));`;

type Block = { name: string; language: string; code: string };
const blocks: Block[] = ['ts', 'tsx'].flatMap((language) =>
  PAGES.flatMap((page) =>
    codeOf(page, language).map((code, i) => ({ name: `${page} ${i + 1}`, language, code })),
  ),
);

/** A page of a publisher's app with the block, which fails the test for what the console reports. */
const visit = async ({ code, language }: Block): Promise<Page> => {
  const here = code.replaceAll('https://desk.example', desk.origin);
  const script = await bundleCode(here, { language, entry: ENTRY });
  // A page that takes only the types has the tag.
  const tag = code.includes('import type')
    ? `<script>window.zE ||= function () { (zE.q ||= []).push(arguments) }</script><script async src="${desk.origin}/porch/porch.now.js"></script>`
    : '';
  const { page } = await openPage(browser);
  await page.route('**/porch-token', (route) =>
    route.fulfill({ body: signJwt(KEY, { external_id: '7', name: 'Ada', exp: Date.now() / 1000 + 900 }) }),
  );
  await page.goto(
    pages.serve(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${tag}<body><div id="app"></div><script>${script.replaceAll('</script', '<\\/script')}</script>`,
    ),
  );
  return page;
};

/** Calls an export of the block. */
const call = (page: Page, name: string) =>
  page.evaluate((one) => {
    const { code } = window as unknown as { code: Record<string, () => unknown> };
    code[one]?.();
  }, name);

describe('code of the documentation for a bundler runs', () => {
  it('finds the blocks', () => expect(blocks.length).toBeGreaterThan(8));

  it.each(blocks)('$language: $name', async (block) => {
    const page = await visit(block);
    const { code } = block;
    const { launcher } = widgetOf(page);
    if (code.includes("'locale', 'de'")) {
      await page.getByRole('button', { name: 'Nachrichtenfenster öffnen' }).waitFor();
    } else if (code.includes('unmount();')) {
      await expect.poll(() => page.locator('[data-porch], script[src*=porch]').count()).toBe(0);
    } else if (code.includes('signedIn')) {
      const login = page.waitForResponse((answer) => /\/login$/.test(new URL(answer.url()).pathname));
      await page.addScriptTag({ url: `${desk.origin}/porch/porch.now.js` });
      await call(page, 'signedIn');
      expect((await login).status()).toBe(200);
      await call(page, 'signedOut');
    } else if (code.includes('startSupport')) {
      await call(page, 'startSupport');
      await launcher.waitFor();
    } else {
      if (!code.includes('definePorch') || code.includes('mount')) await launcher.waitFor();
      if (code.includes('definePorch'))
        expect(await page.evaluate("!!customElements.get('porch-messenger')")).toBe(true);
    }
  });
});

it('the messages of docs/features.md set the title of an extension page’s panel, and close it', async () => {
  const [code = ''] = codeOf('docs/features.md', 'js');
  const [title = '', close = ''] = code.trim().split('\n');
  const { page } = await openPage(browser);
  await page.goto(pages.serve(`<!doctype html><script src="${desk.origin}/porch/porch.js"></script>`));
  const { open, say, frame } = widgetOf(page);
  await open();
  await say('When?');
  const uri = pages.serve(
    `<!doctype html><title>Times</title><button id="close">Done</button><script>${title}\ndocument.querySelector('#close').onclick = () => { ${close} };</script>`,
  );
  await replyAs(desk, await conversationWith(desk, 'When?'), 'Choose.', {
    actions: [{ type: 'webview', text: 'Choose', uri, fallback: uri, size: 'tall' }],
  });
  await panelLink(frame, 'Choose').click();
  const card = page.frameLocator('iframe[title="Conversation extension"][data-card]');
  await card.getByText('Choose a time').waitFor();
  await card.frameLocator('iframe').locator('#close').click();
  await expect.poll(() => page.locator('iframe[title="Conversation extension"][data-card]').count()).toBe(0);
});
