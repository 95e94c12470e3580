import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../scripts/followDocs/blocks.mjs';
import { openPage } from '../support/browser';
import { bundleCode } from '../support/bundleCode';
import { startDesk } from '../support/desk';
import { type ExampleApp, installExample } from '../support/exampleApp';
import { serveFolder } from '../support/serveFolder';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();
const scottish = await forThisFile(startDesk());
const app: ExampleApp = await installExample('vue-app');
const { origin } = await forThisFile(serveFolder(`${app.folder}/dist`));

beforeAll(() => app.run('build', [], { VITE_DESK_NORWAY: desk.origin, VITE_DESK_SCOTLAND: scottish.origin }));

const visit = async (path = '/') => {
  const { page } = await openPage(browser, { at: origin + path });
  const goTo = (name: string) => page.getByRole('link', { name }).click();
  return { ...widgetOf(page), goTo };
};

const OF_PORCH = '[data-porch], iframe, script[src*=porch]';

describe('the example vue-app', () => {
  it('keeps one messenger and its conversation over its routes, and counts unread messages in the title', async () => {
    const { page, open, goTo, launcher, log, say, window } = await visit();
    await open();
    await say('Is there a boat?');
    const id = await conversationWith(desk, 'Is there a boat?');
    await page.evaluate("zE('messenger', 'close')");
    await window.waitFor({ state: 'hidden' });
    await goTo('Strandbu');
    await replyAs(desk, id, 'There is.');
    await expect.poll(() => page.title()).toBe('(1) Holm Cabins');
    await page.goBack();
    expect(await page.locator('[data-porch]').count()).toBe(1);
    await launcher.click();
    await log.getByText('There is.').waitFor();
    await expect.poll(() => page.title()).toBe('Holm Cabins');
  });

  it('removes the messenger on a page without it, and brings the conversation back afterwards', async () => {
    const { page, open, goTo, log, say } = await visit('/cabins/naustet');
    await open();
    await say('How cold is the sea?');
    await conversationWith(desk, 'How cold is the sea?');
    await page.evaluate("zE('messenger', 'close')");
    await goTo('Book');
    await expect.poll(() => page.locator(OF_PORCH).count()).toBe(0);
    expect(await page.evaluate('typeof zE')).toBe('undefined');
    await goTo('Back');
    await open();
    await log.getByText('How cold is the sea?').waitFor();
    expect(await page.locator('[data-porch]').count()).toBe(1);
  });

  it('follows a changed src: the messenger is then that of the other desk', async () => {
    const { page, launcher, open, say } = await visit();
    await launcher.waitFor();
    await page.getByText('Scotland').click();
    await page.getByRole('link', { name: 'The Bothy' }).waitFor();
    await page.locator(`script[src^="${scottish.origin}"]`).waitFor({ state: 'attached' });
    await expect.poll(() => page.locator(`script[src^="${desk.origin}"]`).count()).toBe(0);
    await open();
    expect(await page.locator('[data-porch]').count()).toBe(1);
    await say('Is the path steep?');
    await conversationWith(scottish, 'Is the path steep?');
  });

  it('begins a question about a cabin', async () => {
    const { page, composer } = await visit('/cabins/lyngstua');
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await expect.poll(() => composer.inputValue()).toBe('About Lyngstua: ');
  });

  it('passes its budget', async () => {
    expect(await app.cost(desk)).toContain('within the budget');
  });
});

it('the component of docs/apps.md draws the launcher', async () => {
  const [code = ''] = codeOf('docs/apps.md', 'vue');
  const modules = `${app.folder}/node_modules`;
  const { default: vue } = await import(pathToFileURL(`${modules}/@vitejs/plugin-vue/dist/index.mjs`).href);
  const script = await bundleCode(code.replace('https://desk.example', desk.origin), {
    language: 'vue',
    entry:
      "import { createApp } from 'vue';\nimport Support from './code';\ncreateApp(Support).mount('#app');",
    plugins: [vue()],
    packages: { vue: `${modules}/vue/dist/vue.runtime.esm-bundler.js` },
  });
  const { page } = await openPage(browser);
  await page.goto(
    pages.serve(
      `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><body><div id="app"></div><script>${script.replaceAll('</script', '<\\/script')}</script>`,
    ),
  );
  await widgetOf(page).launcher.waitFor();
});
