import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { type ExampleApp, installExample } from '../support/exampleApp';
import { signJwt } from '../support/jwt';
import { serveFolder } from '../support/serveFolder';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const KEY = { id: 'halden', secret: 'a secret of at least thirty-two characters' };
const { browser, desk } = await setUp({ settings: { auth: { signingKeys: [KEY] } } });
let app: ExampleApp;
let origin = '';

beforeAll(async () => {
  app = await installExample('react-app');
  // In React's development build StrictMode mounts everything twice.
  const mode = ['--mode', 'development', '--outDir', 'build', '--emptyOutDir'];
  await app.run('build', mode, { VITE_DESK: desk.origin, NODE_ENV: 'development' });
});
const token = () => signJwt(KEY, { external_id: 'ola', name: 'Ola Nordmann' });
const served = await forThisFile(
  serveFolder(join(process.cwd(), 'examples/react-app/build'), { answers: { '/porch-token': token } }),
);
origin = served.origin;

const visit = async (path = '/') => {
  const { page } = await openPage(browser, { at: origin + path });
  const help = page.getByRole('button', { name: /^Help/ });
  const goTo = (name: string) => page.getByRole('link', { name, exact: true }).click();
  return { ...widgetOf(page), help, goTo };
};

describe('the example react-app', () => {
  it('opens one messenger by its own button, under StrictMode, and has no launcher', async () => {
    const { page, help, launcher, log, say } = await visit();
    await help.click();
    await log.waitFor();
    expect(await page.locator('[data-porch]').count()).toBe(1);
    expect(await page.locator('script[src*="porch.now.js"]').count()).toBe(1);
    expect(await launcher.count()).toBe(0);
    await say('Is the Femund roasted light?');
    await conversationWith(desk, 'Is the Femund roasted light?');
  });

  it('shows the number of unread messages in its header, also after the messenger has left for a page', async () => {
    const { page, help, goTo, log, say, window } = await visit();
    await help.click();
    await log.waitFor();
    await say('Do you post to Finland?');
    const id = await conversationWith(desk, 'Do you post to Finland?');
    await page.evaluate("zE('messenger', 'close')");
    await window.waitFor({ state: 'hidden' });
    await replyAs(desk, id, 'We do.');
    await help.getByText('1').waitFor();
    await goTo('Checkout');
    await expect.poll(() => page.locator('[data-porch], iframe, script[src*=porch]').count()).toBe(0);
    expect(await page.evaluate('typeof zE')).toBe('undefined');
    await goTo('Shop');
    await replyAs(desk, id, 'In four days.');
    await help.getByText('2').waitFor();
    await help.click();
    await log.getByText('In four days.').waitFor();
    await help.getByText('2').waitFor({ state: 'detached' });
  });

  it('keeps one messenger that works, however fast pages with and without it follow each other', async () => {
    const { page, help, goTo, log, say } = await visit();
    for (let times = 0; times < 5; times++) {
      await goTo('Checkout');
      await goTo('Orders');
    }
    await help.click();
    await log.waitFor();
    expect(await page.locator('[data-porch]').count()).toBe(1);
    await say('Here and there');
    await conversationWith(desk, 'Here and there');
  });

  it('begins a question about an order', async () => {
    const { page, composer } = await visit('/orders');
    await page.getByRole('button', { name: 'Ask about it' }).first().click();
    await expect.poll(() => composer.inputValue()).toBe('My order 2041: ');
  });

  it('logs the visitor in with a token of its server', async () => {
    const { page, help, log, say } = await visit();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await help.click();
    await log.waitFor();
    await say('It is me');
    const id = await conversationWith(desk, 'It is me');
    const { body } = await agent(desk)('GET', '/conversations');
    expect(body.conversations.find(({ _id }) => _id === id)?.nameFrom).toBe('login');
  });

  it('passes its budget', async () => {
    await app.run('build', [], { VITE_DESK: desk.origin });
    expect(await app.cost(desk)).toContain('within the budget');
  });
});
