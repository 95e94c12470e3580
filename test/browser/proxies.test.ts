import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findNginx, mayInstall } from '../../scripts/setup.mjs';
import { type OpenedPage, openPage, shareBrowser } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { startFaultProxy } from '../support/faultProxy';
import { forThisFile, forThisTest } from '../support/forThis';
import { fillIn, messageLog, replyField, rows } from '../support/inboxPage';
import { exampleOn, proxyOn, startNginx } from '../support/nginx';
import { png } from '../support/pictures';
import { findPort } from '../support/process';
import { signInBrowser } from '../support/signInBrowser';
import { replyAs, roundTrip, widgetOf } from '../support/widget';

type Proxy = Pick<Desk, 'origin' | 'store'>;

const UPGRADE =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;';
/** Time limit for live messages. Shorter than a long poll, a connect over a stream, or giving up a stream. */
const SOON = { timeout: 8000 };

const nginx = findNginx();
if (!nginx && !mayInstall()) console.warn('Skipped: the tests behind a proxy need nginx (or NGINX_PATH).');

const begin = async (path: string) => {
  const [upgrade, none, deaf, example] = await Promise.all([findPort(), findPort(), findPort(), findPort()]);
  const desk = await forThisFile(startDesk());
  const publicUrl = `https://127.0.0.1:${example}/support`;
  const below = await forThisFile(startDesk({ publicUrl }));
  await forThisFile(
    startNginx(path, upgrade, (certificate) =>
      [
        proxyOn(upgrade, desk, UPGRADE),
        proxyOn(none, desk, ''),
        proxyOn(deaf, desk, 'proxy_ignore_headers X-Accel-Buffering;'),
        exampleOn(example, below, certificate),
      ].join('\n'),
    ),
  );
  const at = (port: number): Proxy => ({ origin: `http://127.0.0.1:${port}`, store: desk.store });
  return {
    // The browser comes last and so closes its pages first: they never outlive their servers.
    browser: (await forThisFile(shareBrowser())).browser,
    upgrade: at(upgrade),
    none: at(none),
    deaf: at(deaf),
    example: { origin: publicUrl, store: below.store },
  };
};

/** Records the transports a page reports, in order, and the event streams it holds open. */
const watchWays = (page: Page) => {
  const ways: string[] = [];
  const streams = new Set<Request>();
  const note = (data: string | Buffer | null) => {
    for (const [, way = ''] of `${data}`.matchAll(/"connectionType":"([\w-]+)"/g)) ways.push(way);
  };
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => note(payload)));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/faye$/.test(pathname)) note(request.postData());
    if (/\/faye\/\w+$/.test(pathname)) streams.add(request);
  });
  page.on('requestfinished', (request) => streams.delete(request));
  page.on('requestfailed', (request) => streams.delete(request));
  return { ways, streams };
};

type Ends = { visitor: OpenedPage; inbox: OpenedPage; name: string };

/** Visitor and agent each send a message; each must receive the other's live. @returns the delays in ms */
const exchange = async ({ visitor, inbox, name }: Ends, round: number): Promise<number[]> => {
  const widget = widgetOf(visitor.page);
  await widget.say(`Question ${name} ${round}`);
  let sent = performance.now();
  await messageLog(inbox.page).getByText(`Question ${name} ${round}`).waitFor(SOON);
  const there = performance.now() - sent;
  await replyField(inbox.page).fill(`Answer ${name} ${round}`);
  await replyField(inbox.page).press('Enter');
  await messageLog(inbox.page).getByText(`Answer ${name} ${round}`).waitFor(SOON);
  sent = performance.now();
  await widget.message(`Answer ${name} ${round}`).waitFor(SOON);
  return [there, performance.now() - sent];
};

/** A server-wide setting, as in the nginx.conf of some distributions. */
const COMPRESSING = 'gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any;';
const COMPARED = ['content-encoding', 'content-type', 'etag', 'vary', 'cache-control'];

/** What comes of an address, without what differs each time. */
const answerOf = async (url: string, encoding: string) => {
  const call = url.startsWith('https:') ? request : plainRequest;
  return new Promise((resolve, reject) => {
    call(url, { rejectUnauthorized: false, headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve([
          answer.statusCode,
          COMPARED.map((name) => `${name}: ${answer.headers[name]}`),
          Buffer.concat(chunks).toString('base64'),
        ]),
      );
    })
      .on('error', reject)
      .end();
  });
};

describe.skipIf(!nginx && !mayInstall())('a visitor and an agent behind nginx', async () => {
  if (!nginx) {
    it('need nginx, which npm test installs on this machine', () => expect.fail('install nginx-light'));
    return;
  }
  const { browser, ...proxies } = await begin(nginx);

  const join = async (name: string, { origin, store }: Proxy, possibleProblems: RegExp[] = []) => {
    const visitor = await openPage(browser, { possibleProblems });
    const seen = watchWays(visitor.page);
    await visitor.page.goto(`${origin}/`);
    await widgetOf(visitor.page).open();
    await widgetOf(visitor.page).say(`Hello ${name}`);
    const inbox = await openPage(browser, { possibleProblems });
    const heard = watchWays(inbox.page);
    await signInBrowser(inbox.page.context(), { origin, store });
    await inbox.page.goto(`${origin}/agent`);
    await rows(inbox.page)
      .filter({ hasText: `Hello ${name}` })
      .click();
    await messageLog(inbox.page).getByText(`Hello ${name}`).waitFor();
    return { visitor, inbox, name, seen, heard };
  };

  /** Exchanges messages until both use the best available transport, then exchanges once more. */
  const talk = async (which: 'upgrade' | 'none' | 'deaf', way: string) => {
    const ends = await join(which, proxies[which], [/WebSocket connection to|ERR_/]);
    const times = await exchange(ends, 1);
    for (const { ways } of [ends.seen, ends.heard]) await expect.poll(() => ways.at(-1)).toBe(way);
    times.push(...(await exchange(ends, 2)));
    expect(Math.min(...times)).toBeLessThan(2000);
    return ends;
  };

  it.each([
    ['that passes WebSockets on', 'upgrade', 'websocket'],
    ['that passes none on and buffers, as it comes', 'none', 'eventsource'],
  ] as const)('hear each other at once over one %s', async (_, which, way) => {
    await talk(which, way);
  });

  it('find everything below a path over TLS, with the README’s example', async () => {
    const { origin } = proxies.example;
    const ends = await join('example', proxies.example);
    await exchange(ends, 1);
    for (const { ways } of [ends.seen, ends.heard]) await expect.poll(() => ways.at(-1)).toBe('websocket');
    const [visitor, inbox] = [ends.visitor.page, ends.inbox.page];
    // Each side's picture must have an address that the other side can load.
    const pictureIn = async (image: Locator) => {
      await image.waitFor();
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      return image.getAttribute('src');
    };
    const [chooser] = await Promise.all([
      visitor.waitForEvent('filechooser'),
      widgetOf(visitor).frame.getByRole('button', { name: 'Upload file' }).click(),
    ]);
    await chooser.setFiles({ name: 'dent.png', mimeType: 'image/png', buffer: Buffer.from(png(320, 180)) });
    expect(await pictureIn(messageLog(inbox).locator('img').first())).toContain(`${origin}/uploads/`);
    await inbox.getByRole('button', { name: 'More to send' }).click();
    await inbox.getByRole('menuitem', { name: 'Picture with description', exact: true }).click();
    await fillIn(inbox.getByRole('dialog'), 'Picture with description');
    await inbox.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await messageLog(inbox).getByAltText('A pair of brown boots').waitFor();
    expect(await pictureIn(widgetOf(visitor).log.locator('img[src^=http]').last())).toContain(
      `${origin}/uploads/`,
    );
    await inbox.goto(`${origin}/agent/conversations/5`);
    await rows(inbox).first().waitFor();
    await visitor.goto(`${origin}/gallery?find=nothing-of-that-name`);
    // It is empty, and without its style it has no size.
    await visitor.locator('main[data-ready]').waitFor({ state: 'attached' });
    // The address also works without its trailing slash.
    await visitor.goto(origin);
    await widgetOf(visitor).launcher.waitFor();
  });

  it('get what the desk has compressed as it is, with the README’s example', async () => {
    const port = await findPort();
    const origin = `https://127.0.0.1:${port}/support`;
    const desk = await forThisTest(startDesk({ publicUrl: origin }));
    await forThisTest(
      startNginx(nginx, port, (certificate) => `${COMPRESSING}\n${exampleOn(port, desk, certificate)}`),
    );
    for (const path of [
      '/porch/porch.js',
      '/porch/porch.now.js',
      '/embeddable/config',
      '/agent/conversations/5',
      '/docs/',
      '/sc/sdk/v2/integrations/web/config',
      '/health',
    ])
      for (const encoding of ['gzip, deflate, br', 'gzip', 'identity'])
        expect([path, encoding, await answerOf(origin + path, encoding)]).toEqual([
          path,
          encoding,
          await answerOf(desk.origin + path, encoding),
        ]);
  });

  it('hear each other at once over one that buffers event streams against the desk’s header', async () => {
    const ends = await talk('deaf', 'long-polling');
    const streams = () => ends.seen.streams.size + ends.heard.streams.size;
    await expect.poll(streams).toBe(0);
    await exchange(ends, 3);
  });

  it('leave an event stream that dies silently, and miss nothing', async () => {
    const desk = await forThisTest(startDesk());
    const network = await forThisTest(startFaultProxy(Number(new URL(desk.origin).port)));
    const { page } = await openPage(browser);
    await page.addInitScript('delete window.WebSocket');
    const { ways } = watchWays(page);
    await page.goto(`${network.origin}/`);
    const id = await roundTrip(desk, page);
    await expect.poll(() => ways.at(-1)).toBe('eventsource');

    // Cut the connection for longer than the heartbeat interval. A connection that lost data stays dead and
    // silent.
    network.lose('down', 7000, false);
    await replyAs(desk, id, 'Into the void');
    const { message } = widgetOf(page);
    await message('Into the void').waitFor();
    expect(network.met.get('lostDown')).toBeGreaterThan(0);
    // The history can show the message before the stream is given up.
    await expect.poll(() => ways.at(-1)).toBe('long-polling');
    await replyAs(desk, id, 'Heard again');
    await message('Heard again').waitFor(SOON);
  });
});
