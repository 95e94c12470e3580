import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { AGENT_RULES } from '../../examples/support-desk/server/routes/agentRules';
import {
  AGENT_CHANNEL,
  AGENT_LIST_CHANNEL,
  conversationChannel,
} from '../../examples/support-desk/shared/channels';
import { openPage } from '../support/browser';
import { createVisitor, sendText, type Visitor } from '../support/deskClient';
import { rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { signInAgent } from '../support/signInAgent';
import { signInBrowser } from '../support/signInBrowser';

const { browser, desk, pages } = await setUp();
const API = `${desk.origin}/agent/api`;

/** Bodies with which the desk's own page would succeed. */
const BODIES: Record<string, object> = {
  'POST /conversations/:id/messages': { type: 'text', text: 'Forged' },
  'POST /conversations/:id/notes': { text: 'Forged' },
  'POST /conversations/:id/tags': { add: 'forged' },
  'POST /saved-replies': { shortcut: 'forged', text: 'Forged' },
  'POST /views': { name: 'Forged', shared: true, filter: { view: 'open' } },
  'POST /invitations': { role: 'admin' },
  'POST /api-keys': { name: 'Forged', scopes: ['settings'] },
  'PATCH /agents/:id': { role: 'admin' },
  'PATCH /me': { name: 'Forged' },
  'POST /settings': { base: 0, value: { messenger: { title: 'Forged' } } },
  'POST /signing-keys': { name: 'Forged' },
  'POST /demo-sign-in': { name: 'Ben' },
};

type Call = { method: string; url: string; body: string };

/** Every call of the agent API, about what there is on the desk. */
const callsAbout = ({ id, conversationId }: Visitor): Call[] =>
  Object.keys(AGENT_RULES).map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const about = path
      .replace('/users/:id', `/users/${id}`)
      .replace('/conversations/:id', `/conversations/${conversationId}`)
      .replace('/agents/:id', '/agents/agent-Ben')
      .replace(/:\w+/g, 'none');
    return { method, url: API + about, body: JSON.stringify(BODIES[route] ?? {}) };
  });

/** Everything that a call could change. */
const stateOf = async ({ id, conversationId }: Visitor): Promise<string> => {
  const { store } = desk;
  const sessions = async (agentId: string) =>
    (await store.agentSessionsOf(agentId, 0)).map((session) => session.id);
  return JSON.stringify([
    await store.agents(),
    (await store.apiKeys()).map((key) => key.id),
    await store.invitations(Date.now()),
    [await sessions('agent-Ada'), await sessions('agent-Ben')],
    await store.auditEntries({ limit: 100 }),
    await store.inbox({ limit: 100, empty: true }),
    await store.userById(id),
    await store.messages(conversationId, { limit: 100 }),
    await store.happenings(conversationId, 'note', 100),
    await store.savedReplies(),
    await store.savedViews('agent-Ada'),
    await store.signingKeys(),
    await store.settingsVersions({ limit: 10 }),
  ]);
};

/** Posts forms of each encoding into frames, and waits until these have loaded. */
const postForms = (calls: Call[]) =>
  Promise.all(
    calls.flatMap(({ url, body }) =>
      ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map(
        (enctype) =>
          new Promise<void>((resolve) => {
            const frame = document.createElement('iframe');
            frame.name = `frame-${Math.random()}`;
            document.body.append(frame);
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', action: url, target: frame.name, enctype });
            // As text/plain this is the call's JSON, with one more field.
            const field = document.createElement('input');
            field.name = `${body.slice(0, -1)}${body === '{}' ? '' : ','}"x":"`;
            field.value = '"}';
            form.append(field);
            document.body.append(form);
            frame.onload = () => resolve();
            form.submit();
          }),
      ),
    ),
  );

/** Makes calls by `fetch`: as a page may without asking, and as it may not. @returns what it could read */
const fetchAll = async (calls: Call[]): Promise<string[]> => {
  const read: string[] = [];
  const attempt = async ({ method, url, body }: Call, options: RequestInit) => {
    try {
      const response = await fetch(url, {
        method,
        credentials: 'include',
        body: method === 'GET' ? undefined : body,
        ...options,
      });
      const text = await response.text();
      if (text) read.push(`${method} ${url}: ${text.slice(0, 80)}`);
    } catch {
      // The browser lets the page read nothing.
    }
  };
  for (const call of calls) {
    const isSimple = call.method === 'GET' || call.method === 'POST';
    await Promise.all([
      isSimple && attempt(call, { mode: 'no-cors' }),
      isSimple && attempt(call, {}),
      attempt(call, { headers: { 'content-type': 'application/json' } }),
      call.method === 'DELETE' && attempt(call, { body: undefined }),
    ]);
  }
  return read;
};

/** Asks as pictures, scripts and styles, which need no permission. @returns what has loaded */
const embed = (urls: string[]): Promise<string[]> =>
  Promise.all(
    urls.flatMap((url) =>
      ['img', 'script', 'link'].map(
        (tag) =>
          new Promise<string>((resolve) => {
            const element = document.createElement(tag);
            element.onload = () => resolve(`${tag} ${url}`);
            element.onerror = () => resolve('');
            Object.assign(element, tag === 'link' ? { rel: 'stylesheet', href: url } : { src: url });
            document.body.append(element);
          }),
      ),
    ),
  ).then((loaded) => loaded.filter(Boolean));

type Heard = { channel?: string; subscription?: string; successful?: boolean };
/** Subscribes to channels over a websocket, without a ticket and with a guessed one. @returns the answers */
const subscribe = ({ url, channels }: { url: string; channels: string[] }): Promise<Heard[]> =>
  new Promise((resolve) => {
    const heard: Heard[] = [];
    const socket = new WebSocket(url);
    const send = (message: object) => socket.send(JSON.stringify([message]));
    const wanted = channels.flatMap((subscription) => [
      { subscription },
      { subscription, ext: { ticket: 'guessed' } },
    ]);
    const ask = (clientId: string | undefined) => {
      const next = wanted.shift();
      if (next) send({ channel: '/meta/subscribe', clientId, ...next });
      else resolve(heard);
    };
    socket.onopen = () =>
      send({ channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] });
    socket.onclose = () => resolve(heard);
    let id: string | undefined;
    socket.onmessage = ({ data }) => {
      for (const message of JSON.parse(data as string)) {
        heard.push(message);
        id ??= message.clientId;
        if (/^\/meta\/(handshake|subscribe)$/.test(message.channel)) ask(id);
      }
    };
  });

/** The statuses of what the desk's agent API answered, and how often the agent's cookie came along. */
const watchAnswers = (page: Page) => {
  const asked: Response[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(API) && response.request().method() !== 'OPTIONS') asked.push(response);
  });
  return {
    statuses: () => [...new Set(asked.map((response) => response.status()))].sort(),
    cookies: async () => {
      const all = await Promise.all(asked.map((response) => response.request().allHeaders()));
      return all.filter(({ cookie = '' }) => cookie.includes('porch_session')).length;
    },
  };
};

describe('a page of others, in the browser of an admin who is signed in', () => {
  // Cookies know no ports: another port of the desk's host is of the same site, and the cookie comes along.
  it.each([
    ['of another site', 'localhost', false],
    ['of the same site', '127.0.0.1', true],
  ])('%s changes, reads and hears nothing', async (_name, host, sendsCookie) => {
    const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
    await sendText(visitor, `Private, of ${host}`);
    await signInAgent(desk, { id: 'agent-Ben', name: 'Ben' });
    // The browser reports each refusal.
    const { page } = await openPage(browser, { possibleProblems: [/./] });
    const context = page.context();
    await signInBrowser(context, desk, { name: 'Ada' });
    const before = await stateOf(visitor);
    const answers = watchAnswers(page);
    await page.goto(pages.serve('<!doctype html><title>A trap</title><body>').replace('localhost', host));

    const calls = callsAbout(visitor);
    await page.evaluate(
      postForms,
      calls.filter(({ method }) => method === 'POST'),
    );
    expect(await page.evaluate(fetchAll, calls)).toEqual([]);
    const readable = calls.filter(({ method }) => method === 'GET').map(({ url }) => url);
    expect(await page.evaluate(embed, readable)).toEqual([]);
    const channels = [AGENT_CHANNEL, AGENT_LIST_CHANNEL, conversationChannel(visitor.conversationId)];
    const url = `${desk.origin.replace('http', 'ws')}/faye`;
    const heard = await page.evaluate(subscribe, { url, channels });
    expect(heard.filter(({ channel }) => channel === '/meta/subscribe')).toHaveLength(2 * channels.length);
    expect(heard.filter(({ subscription, successful }) => subscription && successful)).toEqual([]);
    await page.evaluate((inbox) => {
      document.body.innerHTML = `<iframe src="${inbox}"></iframe>`;
    }, `${desk.origin}/agent`);
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

    expect(answers.statuses()).toEqual([403]);
    const cookies = await answers.cookies();
    expect(cookies > 0).toBe(sendsCookie);
    expect(await stateOf(visitor)).toBe(before);

    // A whole window, too, which a form of the page has opened.
    await page.goto(pages.serve('<!doctype html><body>').replace('localhost', host));
    const [answer] = await Promise.all([
      page.waitForResponse(`${API}/sign-out`),
      page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" action="${action}"></form>`;
        document.forms[0]?.submit();
      }, `${API}/sign-out`),
    ]);
    expect(answer.status()).toBe(403);

    // The same browser is still signed in, and the desk's own page may do it.
    const inbox = await context.newPage();
    await inbox.goto(`${desk.origin}/agent`);
    await rows(inbox)
      .filter({ hasText: `Private, of ${host}` })
      .waitFor();
    const closed = await inbox.evaluate(
      async (path) =>
        (
          await fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{}',
          })
        ).status,
      `/agent/api/conversations/${visitor.conversationId}/close`,
    );
    expect(closed).toBe(200);
    expect(await stateOf(visitor)).not.toBe(before);
  });
});
