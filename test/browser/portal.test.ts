import { expect, it } from 'vitest';
import { openPage, shareBrowser } from '../support/browser';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { emptyAnswers, type ForeignAnswer, foreignAnswers } from '../support/foreignAnswers';
import { forThisFile } from '../support/forThis';
import { startHoldingProxy } from '../support/holdingProxy';
import { signJwt } from '../support/jwt';
import { PATIENCE } from '../support/patience.mjs';
import { png } from '../support/pictures';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const KEY = { id: 'shop', secret: 'a secret of at least thirty-two characters' };
const desk = await forThisFile(
  startDesk({ settings: { auth: { signingKeys: [KEY] }, messenger: { conversationHistory: 'remember' } } }),
);
const proxy = await forThisFile(startHoldingProxy(desk));
const { browser } = await forThisFile(shareBrowser());

const ANSWERS = [
  '401 with a page',
  '403 with nothing',
  '404 with other JSON',
  '413 with a page',
  '200 with a page',
  '200 with nothing',
  '511 with a page',
].map((name) => foreignAnswers.get(name) as ForeignAnswer);
/** A portal answers for the service and its live connection. */
const cover = (answers = ANSWERS) => proxy.cover(/^\/(sc|faye)/, answers);

const visitorOf = () =>
  JSON.stringify(Object.entries(localStorage).filter(([key]) => /appUserId|sessionToken/.test(key)));

it('a portal that covers the desk during a send, an upload, a start, a login and a press costs nothing and doubles nothing (http-16)', async () => {
  const possibleProblems = [/Failed to load resource/, /WebSocket connection/, /^Porch: /, /EventSource/];
  const { page } = await openPage(browser, { possibleProblems });
  const widget = widgetOf(page);
  await page.goto(`${proxy.origin}/`);
  await widget.open();
  await widget.say('Before');
  const id = await conversationWith(desk, 'Before');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const visitor = await page.evaluate(visitorOf);
  const atDesk = async () => {
    const { body } = await agent(desk)('GET', `/conversations/${id}/messages`);
    return body.messages.map((m) => m.text || m.type);
  };

  let uncover = cover();
  await widget.say('During the portal');
  await widget.log.getByText('Not sent yet').waitFor();
  await replyAs(desk, id, 'Meanwhile');
  uncover();
  await expect.poll(atDesk, { timeout: PATIENCE }).toEqual(['Before', 'Meanwhile', 'During the portal']);
  await widget.message('Meanwhile').waitFor();

  uncover = cover([foreignAnswers.get('413 with a page') as ForeignAnswer]);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    widget.frame.getByRole('button', { name: 'Upload file' }).click(),
  ]);
  await chooser.setFiles({ name: 'dent.png', mimeType: 'image/png', buffer: Buffer.from(png(320, 180)) });
  await widget.log.getByText('Upload failed').waitFor();
  expect(await widget.log.getByText(/The limit is/).count()).toBe(0);
  uncover();
  await widget.log.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(atDesk, { timeout: PATIENCE })
    .toEqual(['Before', 'Meanwhile', 'During the portal', 'image']);

  uncover = cover();
  await page.reload();
  await widget.say('During the start');
  await widget.log.getByText('Not sent yet').waitFor();
  expect(await page.evaluate(visitorOf)).toBe(visitor);
  uncover();
  const all = ['Before', 'Meanwhile', 'During the portal', 'image', 'During the start'];
  await expect.poll(atDesk, { timeout: PATIENCE }).toEqual(all);
  for (const text of all.filter((text) => text !== 'image'))
    await expect.poll(() => widget.message(text).count(), { timeout: PATIENCE }).toBe(1);
  expect(await page.evaluate(visitorOf)).toBe(visitor);

  uncover = cover();
  const jwt = signJwt(KEY, { external_id: 'ann', name: 'Ann', exp: Date.now() / 1000 + 600 });
  const logIn = () =>
    page.evaluate(
      (token) =>
        new Promise((done) =>
          Reflect.get(window, 'zE')(
            'messenger',
            'loginUser',
            (give: (jwt: string) => void) => give(token),
            done,
          ),
        ),
      jwt,
    );
  expect(await logIn()).toMatchObject({ type: 'LoginFailedError' });
  expect(await page.evaluate(visitorOf)).toBe(visitor);
  uncover();
  expect(await logIn()).toBeNull();
  await widget.say('As Ann');
  await expect.poll(atDesk, { timeout: PATIENCE }).toEqual([...all, 'As Ann']);
  const { body } = await agent(desk)('GET', '/conversations');
  expect(body.conversations).toHaveLength(1);

  const actions = [{ type: 'postback', text: 'Yes, refund', payload: 'YES' }];
  await agent(desk)('POST', `/conversations/${id}/messages`, { text: 'Shall we refund?', actions });
  const button = widget.log.getByRole('button', { name: 'Yes, refund' });
  const pressed = async () => (await agent(desk)('GET', `/conversations/${id}/postbacks`)).body.happenings;
  uncover = cover([...emptyAnswers.values()]);
  await button.click();
  await widget.log.getByRole('alert').waitFor();
  uncover();
  expect(await pressed()).toHaveLength(0);
  await button.click();
  await expect.poll(pressed, { timeout: PATIENCE }).toHaveLength(1);
});
