import { expect, it } from 'vitest';
import { CARD_FILE_AGAIN_MS } from '../../src/model/retries/card';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { goOffline } from '../support/network';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk } = await setUp({ settings: { messenger: { conversationHistory: 'remember' } } });

/** Opens the widget of a visitor who has written once. */
const visit = (text: string, ...expectedProblems: RegExp[]) => visitWith(text, { expectedProblems });

const visitWith = async (text: string, problems: Parameters<typeof openPage>[1]) => {
  const { page } = await openPage(browser, problems);
  const widget = widgetOf(page);
  await page.goto(`${desk.origin}/`);
  await widget.open();
  await widget.say(text);
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const told = widget.frame.getByText('This couldn’t be loaded.');
  return { ...widget, told, online: () => page.context().setOffline(false) };
};

it('a tool that could not be loaded says so, and opens as soon as the page is online again', async () => {
  const { frame, told, page, online } = await visit(
    'The tunnel is long',
    /ERR_INTERNET_DISCONNECTED/,
    /could not be loaded/,
  );
  await goOffline(page);
  await frame.getByRole('button', { name: 'Add emoji' }).click();
  await told.waitFor();
  await frame.getByRole('button', { name: 'Try again' }).click();
  await told.waitFor();
  await online();
  await frame.getByRole('dialog', { name: 'Add emoji' }).waitFor();
  expect(await told.count()).toBe(0);
});

it('a call that the page makes first while it is offline is made as soon as it is online again', async () => {
  const { page, online } = await visit('No calls so far', /ERR_INTERNET_DISCONNECTED/, /^Porch: TypeError/);
  await goOffline(page);
  const failed = page.waitForEvent('requestfailed', (request) => /hostCalls/.test(request.url()));
  await page.evaluate(() => Reflect.get(window, 'zE')('messenger:set', 'locale', 'de'));
  await failed;
  await online();
  const frame = page.locator('[data-porch] iframe').contentFrame();
  await frame.getByRole('textbox', { name: 'Nachricht schreiben' }).waitFor();
});

it('a tool that could not be loaded is asked for again by a press, and runs once', async () => {
  const { frame, told, page, composer } = await visit(
    'The file is lost',
    /ERR_FAILED/,
    /emojiPicker could not be loaded/,
  );
  const asked: string[] = [];
  // The file stays away until the press: the page also asks again by itself, 15 s later and when it wakes.
  let reachable = false;
  await page.route(/\/emojiPicker\.js(\?\d+)?$/, async (route) => {
    asked.push(route.request().url());
    await (reachable ? route.continue() : route.abort());
  });
  const emoji = frame.getByRole('button', { name: 'Add emoji' });
  await emoji.click();
  await told.waitFor();
  const before = asked.splice(0);
  reachable = true;
  await emoji.click();
  await frame.getByRole('dialog', { name: 'Add emoji' }).waitFor();
  await frame.getByRole('button', { name: String.fromCodePoint(0x1f600), exact: true }).click();
  expect(await composer.inputValue()).toBe(String.fromCodePoint(0x1f600));
  // The press asked once, and at the first address, so the browser has only one module.
  expect(asked).toEqual([before[0]]);
});

it.each([
  // It is asked for twice: the realm at another address, the messenger by its preload.
  'realm',
  'messenger',
])('a %s file that is lost twice is asked for again after a while', async (file) => {
  const { page } = await openPage(browser, { expectedProblems: [/ERR_CONNECTION_RESET/, /^Porch: /] });
  const { launcher, textBox, composer, frame } = widgetOf(page);
  let asked = 0;
  await page.route(new RegExp(`/${file}\\.js(\\?\\d+)?$`), (route) =>
    asked++ < 2 ? route.abort('connectionreset') : route.continue(),
  );
  await page.clock.install();
  await page.goto(`${desk.origin}/`);
  await launcher.click();
  await textBox.fill('Half a word');
  const retry = frame.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  expect(asked).toBe(2);
  await page.clock.fastForward(CARD_FILE_AGAIN_MS);
  await composer.waitFor();
  expect([await composer.inputValue(), await retry.count()]).toEqual(['Half a word', 0]);
});

it('a text typed while no more files load is there after a reload', async () => {
  // A file that nobody waits for may still be on its way.
  const { composer, page } = await visitWith('I write in the lift', {
    possibleProblems: [/ERR_FAILED/, /^Porch: /],
  });
  await page.route(/\.js$/, (route) => route.abort());
  await composer.pressSequentially('Half a thought');
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(kept).toContain('Half a thought');
  await page.unroute(/\.js$/);
  await page.reload();
  await composer.waitFor();
  await expect.poll(() => composer.inputValue()).toBe('Half a thought');
});

it('a visitor is heard, has the tools, and finds the conversation after a reload, while files hang (start-23)', async () => {
  const { page } = await openPage(browser);
  const { launcher, textBox, message, log, frame } = widgetOf(page);
  const hung = new Set<string>();
  // Neither answered nor refused; at another address they come.
  await page.route(
    /\/(identity|refusals|sendQueue|history|otherTabs|several|arrivals|realtimeChunk|composerTools|attachments|emojiPicker|en-us\.more)\.js$/,
    (route) => {
      hung.add(new URL(route.request().url()).pathname.split('/').at(-1) as string);
    },
  );
  const later = { timeout: 20_000 };
  await page.goto(`${desk.origin}/`);
  await launcher.click();
  await textBox.fill('Nothing comes');
  await textBox.press('Enter');
  const emoji = frame.getByRole('button', { name: 'Add emoji' });
  await emoji.click();
  expect(await emoji.getAttribute('aria-busy')).toBe('true');
  await log.getByText('Sent', { exact: true }).waitFor(later);
  await frame.getByRole('dialog', { name: 'Add emoji' }).waitFor(later);
  const id = await conversationWith(desk, 'Nothing comes');
  await page.reload();
  await frame.getByRole('button', { name: 'Upload file' }).click();
  await message('Nothing comes').waitFor(later);
  await replyAs(desk, id, 'We hear you');
  await message('We hear you').waitFor(later);
  const boat = { name: 'boat.png', mimeType: 'image/png', buffer: Buffer.from(png(32, 18)) };
  await frame.locator('input[type=file]').first().setInputFiles(boat, later);
  await log.locator('img[src^=http]').waitFor(later);
  expect([...hung]).toEqual(
    expect.arrayContaining(
      [
        'sendQueue',
        'history',
        'realtimeChunk',
        'composerTools',
        'attachments',
        'emojiPicker',
        'en-us.more',
      ].map((name) => `${name}.js`),
    ),
  );
});

it.each(['richMessages', 'texts'])(
  'pictures and forms that cannot be shown for want of %s say so where they stand, and come with the network',
  async (file) => {
    const files = new RegExp(`/(${file}|forms)\\.js(\\?\\d+)?$`);
    const { log, told, page, message } = await visit(
      'Show me',
      /ERR_FAILED/,
      /richMessages could not be loaded/,
    );
    const id = await conversationWith(desk, 'Show me');
    await page.route(files, (route) => route.abort());
    const form = new FormData();
    form.set('source', new Blob([png(32, 18)], { type: 'image/png' }), 'boat.png');
    const sent = await fetch(`${desk.origin}/agent/api/conversations/${id}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.agentToken}` },
      body: form,
    });
    expect(sent.status).toBe(201);
    const fields = [{ type: 'email', name: 'email', label: 'Your email' }];
    await agent(desk)('POST', `/conversations/${id}/messages`, { type: 'form', fields });
    await replyAs(desk, id, 'There they are');
    await message('There they are').waitFor();
    await expect.poll(() => told.count()).toBe(2);
    expect(await log.getByText('can’t be shown here').count()).toBe(0);
    await page.unroute(files);
    await log.getByRole('button', { name: 'Try again' }).first().click();
    await log.getByRole('button', { name: /^Enlarge image/ }).waitFor();
    await log.getByRole('textbox', { name: 'Your email' }).waitFor();
    expect(await told.count()).toBe(0);
  },
);
