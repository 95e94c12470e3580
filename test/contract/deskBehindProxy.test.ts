import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk';
import { startDesk } from '../support/desk';
import { createVisitor, sendFile, sendText, visitorChannel } from '../support/deskClient';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';

const repository = folderForThisFile();
const put = (path: string, content: string) => {
  mkdirSync(join(repository, path, '..'), { recursive: true });
  writeFileSync(join(repository, path), content);
};
put('dist/porch.js', 'loader()');
put('examples/async-script/index.html', '<h1>Demo</h1>');
put('examples/support-desk/dist/index.html', '<html><head></head><h1>Inbox</h1></html>');

const DEMO_SECRET = 'what-the-terminal-shows';
const lines: string[] = [];
const desk = await forThisFile(startDesk({ demoSecret: DEMO_SECRET, onLog: (line) => lines.push(line) }));
const publicUrl = 'https://help.example/sub';
const below = await forThisFile(startDesk({ demoSecret: DEMO_SECRET, publicUrl, repository }));

const textOf = async (path: string) => (await fetch(below.origin + path)).text();

describe('a desk below a path', () => {
  it('answers the same whether its proxy cuts the path off or leaves it in', async () => {
    for (const base of ['', '/sub']) {
      expect(await textOf(`${base}/`)).toBe('<h1>Demo</h1>');
      expect(await textOf(`${base}/agent`)).toContain('<h1>Inbox</h1>');
      const config = JSON.parse(await textOf(`${base}/embeddable/config`));
      expect(config.messenger.baseUrl).toBe(`${publicUrl}/sc/sdk`);
      const handshake = {
        channel: '/meta/handshake',
        version: '1.0',
        supportedConnectionTypes: ['websocket'],
      };
      const answer = await fetch(`${below.origin}${base}/faye`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([handshake]),
      });
      expect(await answer.json()).toMatchObject([{ successful: true }]);
    }
  });

  it('leads from its address without a slash to the one with it, and from its pages’ names too', async () => {
    const locationOf = async (path: string) =>
      (await fetch(below.origin + path, { redirect: 'manual' })).headers.get('location');
    expect(await locationOf('/sub')).toBe('/sub/');
    // The address is relative, because only the browser knows the path prefix that a proxy has removed.
    expect(await locationOf('/agent?a=1')).toBe('agent/?a=1');
    expect(await locationOf('/sub/gallery')).toBe('gallery/');
  });

  it('finds the inbox’s files from each of its addresses', async () => {
    expect(await textOf('/agent/')).not.toContain('<base');
    expect(await textOf('/agent/conversations/5')).toContain('<head><base href="../">');
  });

  it('gives the loader its address, unless the tag or the page does', async () => {
    const loader = await textOf('/porch/porch.js');
    expect(loader.endsWith(';loader()')).toBe(true);
    const hostAfter = (dataset: { zendeskHost?: string }, zESettings?: object) => {
      const run = new Function('Document', 'window', 'document', loader.replace('loader()', ''));
      run({ prototype: { currentScript: { dataset } } }, zESettings ? { zESettings } : {});
      return dataset.zendeskHost;
    };
    expect(hostAfter({})).toBe(publicUrl);
    expect(hostAfter({}, { other: 1 })).toBe(publicUrl);
    expect(hostAfter({ zendeskHost: 'other.example' })).toBe('other.example');
    expect(hostAfter({}, { zendeskHost: 'other.example' })).toBeUndefined();
    const whole = await fetch(`${below.origin}/porch/porch.js`, { headers: { 'accept-encoding': 'br' } });
    expect([whole.headers.get('content-encoding'), await whole.text()]).toEqual(['br', loader]);
    const etag = whole.headers.get('etag') ?? '';
    const again = await fetch(`${below.origin}/porch/porch.js`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect(await (await fetch(`${desk.origin}/porch/porch.js`)).text()).not.toContain('zendeskHost="http');
  });
});

it('gives a file’s address only to its visitor, also below a path', async () => {
  const visitor = await createVisitor(below);
  await sendFile(visitor, below, { name: 'a.txt', content: 'text' });
  const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
  const url = String(body.messages.at(-1)?.mediaUrl);
  expect(url).toContain(`${publicUrl}/uploads/`);
  const path = `/attachments/contentUrl?mediaUrl=${encodeURIComponent(url)}`;
  expect((await visitor.call('GET', path)).body.contentUrl).toBe(url);
  const stranger = await createVisitor(below);
  expect((await stranger.call('GET', path)).body.error.code).toBe('not_found');
});

/** Sends a request with any Host header; fetch does not allow setting it. */
const ask = (headers: Record<string, string>, { origin }: Desk = desk): Promise<void> =>
  new Promise((resolve, reject) => {
    request(`${origin}/health`, { headers }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
const warnings = () => lines.filter((line) => line.includes('PUBLIC_URL'));

describe('a proxy that puts its own name into the Host', () => {
  it('is named once in the log, as soon as a request shows it', async () => {
    const fine: Record<string, string>[] = [
      { host: 'help.example', 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' },
      { host: 'help.example', 'x-forwarded-host': 'help.example' },
      { host: 'help.example', origin: 'https://help.example', 'sec-fetch-site': 'same-origin' },
      { host: 'help.example', origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
      { host: '127.0.0.1:8080' },
    ];
    for (const headers of fine) await ask(headers);
    expect(warnings()).toEqual([]);
    await ask({ host: '127.0.0.1:8080', 'x-forwarded-for': '203.0.113.5' });
    await ask({ host: '127.0.0.1:8080', 'x-forwarded-for': '203.0.113.5' });
    expect(warnings()).toHaveLength(1);
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 40, host: '127.0.0.1:8080' });
  });

  it.each([
    ['the host asked for is told beside it', { host: 'desk:8080', 'x-forwarded-host': 'help.example' }],
    [
      'a page of the desk names another origin as its own',
      { host: 'desk:8080', referer: 'https://help.example/agent/', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is noticed when %s', async (_how, headers) => {
    const log: string[] = [];
    const other = await startDesk({ onLog: (line) => log.push(line) });
    await ask(headers, other);
    await other.close();
    expect(log.filter((line) => line.includes('PUBLIC_URL'))).toHaveLength(1);
  });

  it('has no effect where the public address is set', async () => {
    const log: string[] = [];
    const other = await startDesk({ publicUrl: 'https://help.example', onLog: (line) => log.push(line) });
    await ask({ host: '127.0.0.1:8080', 'x-forwarded-for': '203.0.113.5' }, other);
    await other.close();
    expect(log.join()).not.toContain('PUBLIC_URL');
  });
});

/** A request as no browser sends it. @returns the status, and what the sign-in page offers */
const signInPage = (host: string, headers: string[] = [], { origin }: Desk = desk) =>
  new Promise<[number, string[]]>((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      const lines = ['GET /agent/api/sign-in HTTP/1.1', `Host: ${host}`, ...headers, 'Connection: close'];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    socket.on('error', reject).on('end', () => {
      const [, body = ''] = /\{[\s\S]*\}/.exec(text)?.[0].match(/"demo":\[(.*?)\]/) ?? [];
      resolve([Number(text.split(' ')[1]), body.split(',').filter(Boolean)]);
    });
  });

describe('the demo’s sign-in', () => {
  const cookie = (value: string) => [`Cookie: porch_demo_8080=${value}`];
  it('is there for who has opened the printed link, and for nobody else, whatever the connection looks like', async () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', 'demo.example:8080']) {
      expect(await signInPage(host)).toEqual([200, []]);
      expect(await signInPage(host, cookie(`${DEMO_SECRET}x`))).toEqual([200, []]);
      expect(await signInPage(host, cookie(DEMO_SECRET))).toEqual([200, ['"Ada"', '"Ben"']]);
    }
  });

  it.each([
    'evil_host.example',
    'a/b',
    'localhost:',
    'localhost:1:2',
    'localhost,b',
    '[::1',
    'ä.example',
    '',
    '-:x',
  ])('and all else is refused by the Host %j, which is none', async (host) => {
    expect((await signInPage(host))[0]).toBe(400);
  });

  it('behind PUBLIC_URL is nowhere, and there any Host will do', async () => {
    expect(await signInPage('localhost:8080', cookie(DEMO_SECRET), below)).toEqual([200, []]);
    expect(await signInPage('support_desk:8080', [], below)).toEqual([200, []]);
  });
});

describe('an event stream', () => {
  const post = async (messages: unknown) => {
    const response = await fetch(`${desk.origin}/faye`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messages),
    });
    return (await response.json()) as { clientId: string; data?: unknown }[];
  };

  it('asks proxies not to buffer it, sends a first line at once, and carries messages only after a connect', async () => {
    const visitor = await createVisitor(desk);
    const supportedConnectionTypes = ['long-polling', 'eventsource'];
    const [{ clientId = '' } = {}] = await post([
      { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes },
    ]);
    const ext = { appId: desk.appId, appUserId: visitor.id, sessionToken: visitor.sessionToken };
    const subscription = visitorChannel(desk, visitor.id);
    await post([{ channel: '/meta/subscribe', clientId, subscription, ext }]);

    const stop = new AbortController();
    const stream = await fetch(`${desk.origin}/faye/${clientId}`, {
      headers: { accept: 'text/event-stream' },
      signal: stop.signal,
    });
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('cache-control')).toMatch(/no-store.*no-transform/);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let came = '';
    const until = async (text: string) => {
      while (!came.includes(text)) came += (await reader?.read())?.value ?? '';
    };
    await until('data: []\r\n\r\n');

    const poll = post([{ channel: '/meta/connect', clientId, connectionType: 'long-polling' }]);
    await sendText(visitor, 'by the poll');
    expect(JSON.stringify(await poll)).toContain('by the poll');
    await sendText(visitor, 'while between');
    await post([{ channel: '/meta/connect', clientId, connectionType: 'eventsource' }]);
    await until('while between');
    await sendText(visitor, 'by the stream');
    await until('by the stream');
    expect(came).not.toContain('by the poll');

    // A long poll tells the desk that the client has left the stream.
    const again = post([{ channel: '/meta/connect', clientId, connectionType: 'long-polling' }]);
    await sendText(visitor, 'by the poll again');
    expect(JSON.stringify(await again)).toContain('by the poll again');
    stop.abort();
  });
});
