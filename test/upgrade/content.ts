import { expect } from 'vitest';
import type { Desk } from '../support/desk';
import { agent, createVisitor, sendFile, sendText, type Visitor } from '../support/deskClient';
import { askWithCookie } from '../support/signInAgent';
import { createSunshineClient } from '../support/sunshineClient';

type Row = Record<string, unknown>;
/** Calls the agent API as an admin. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Row>;

/** Joins by a one-use link. @returns the cookie of the session */
const join = async ({ origin }: Desk, token: string, name: string): Promise<string> => {
  const answer = await fetch(`${origin}/agent/api/link/${token}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email: `${name}@shop.example`, password: 'correct horse battery' }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

/** @returns how the first admin calls, and the cookie of their session */
export const joinFirst = async (desk: Desk, link: string): Promise<{ ask: Ask; cookie: string }> => {
  const cookie = await join(desk, link, 'ada');
  const send = askWithCookie(desk as never, cookie);
  const ask: Ask = async (method, path, body) => {
    const answer = await send(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text };
  };
  return { ask, cookie };
};

/** Whose content is read. */
type Who = Pick<Visitor, 'id' | 'conversationId'>;

/** Visitors, and one who gets emails alone. */
export type Content = { visitors: Visitor[]; emailed: Who };

/**
 * Does what people and programs do at a desk, with each kind of thing that it keeps.
 * @param round tells what one build has made from what another has
 * @param hook where webhooks go
 */
export const addContent = async (desk: Desk, ask: Ask, round: string, hook: string): Promise<Content> => {
  const program = agent(desk);
  const visitors: Visitor[] = [];
  for (let n = 0; n < 4; n++) {
    const visitor = await createVisitor(desk, {
      givenName: `Ana ${n} of ${round}`,
      properties: { plan: 'pro' },
      conversation: { metadata: { 'zen:ticket:tags': 'vip,big' } },
    });
    visitors.push(visitor);
    expect((await sendText(visitor, `Where is parcel ${n} of ${round}?`)).status).toBe(201);
    const file = { name: 'a.txt', content: `file ${n} of ${round}` };
    expect((await sendFile(visitor, desk, file)).status).toBe(201);
  }
  const [one, two, three, four] = visitors.map(({ conversationId }) => `/conversations/${conversationId}`);
  await ask('POST', `${one}/assign`, {});
  await ask('POST', `${one}/messages`, { type: 'text', text: `On its way, ${round}` });
  await ask('POST', `${one}/notes`, { text: `A note of ${round}`, mentions: [] });
  await ask('POST', `${two}/tags`, { add: round });
  await ask('POST', `${two}/close`, {});
  await ask('POST', `${three}/queue`, {});
  await ask('POST', `/users/${visitors[3]?.id}/block`, {});
  const grown = await program('POST', `${four}/messages`, { text: 'Within', growing: true });
  const grownId = grown.body.messages[0]?._id;
  const path = `${four}/messages/${grownId}`;
  expect((await program('PATCH', path, { text: `Within 30 days, ${round}.`, growing: false })).status).toBe(
    200,
  );
  const form = new FormData();
  form.append('source', new Blob([`answer of ${round}`]), 'b.txt');
  const sent = await fetch(`${desk.origin}/agent/api${one}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk.agentToken}` },
    body: form,
  });
  expect(sent.status).toBe(201);

  await ask('POST', '/saved-replies', { shortcut: `thanks-${round}`, text: `Thank you, ${round}` });
  await ask('POST', '/api-keys', { name: `bridge ${round}`, scopes: ['conversations'] });
  await ask('POST', '/signing-keys', { name: `shop ${round}` });
  await ask('POST', '/invitations', { email: `open-${round}@shop.example`, role: 'agent' });
  const { link } = await ask('POST', '/invitations', { email: `ben-${round}@shop.example`, role: 'agent' });
  await join(desk, String(link).split('#link=')[1] ?? '', `ben-${round}`);
  const { integration } = await ask('POST', '/integrations', { displayName: `Bot ${round}`, hearsAll: true });
  const { id } = integration as { id: string };
  await ask('POST', `/integrations/${id}/webhooks`, { target: hook, triggers: ['conversation:message'] });
  const { version, value } = (await ask('GET', '/settings')) as {
    version: number;
    value: { messenger?: Row };
  };
  const campaigns = [{ id: `sale-${round}`, text: 'Sale', rules: [{ on: 'time', value: 3000 }] }];
  const messenger = { ...value.messenger, title: `Shoe shop ${round}`, campaigns };
  await ask('POST', '/settings', { base: version, value: { ...value, messenger } });

  // Last, as its email is to be sent by another build.
  const api = createSunshineClient(desk.origin, { id: 'AGENT_TOKEN', secret: desk.agentToken });
  const profile = { givenName: `Eve of ${round}`, email: `eve-${round}@visitor.example` };
  const { user } = await api.UsersApi.createUser('porch', { externalId: `eve-${round}`, profile });
  const participants = [{ userId: user.id }];
  const { conversation } = await api.ConversationsApi.createConversation('porch', {
    type: 'personal',
    participants,
  });
  await api.MessagesApi.postMessage('porch', conversation.id, {
    author: { type: 'user', userId: user.id },
    content: { type: 'text', text: `Please write to me, ${round}` },
  });
  await ask('POST', `/conversations/${conversation.id}/messages`, {
    type: 'text',
    text: `By email, ${round}`,
  });
  return { visitors, emailed: { id: user.id, conversationId: conversation.id } };
};

const LISTS = [
  '/saved-replies',
  '/settings',
  '/settings/history',
  '/agents',
  '/invitations',
  '/api-keys',
  '/integrations',
  '/signing-keys',
  '/campaigns',
  '/audit',
  '/ticket-fields',
  '/refused-emails',
];
const OF_CONVERSATION = ['', '/messages', '/notes', '/postbacks', '/referrals', '/changes'];

/** Reads all that agents can see of this content, and of the desk. */
export const readContent = async (ask: Ask, visitors: readonly Who[]): Promise<Row> => {
  const all: Row = {};
  const read = async (path: string): Promise<void> => {
    all[path] = await ask('GET', path).catch((error: Error) => {
      // The older build has no such call.
      if (/no such address/.test(error.message)) return {};
      throw error;
    });
  };
  for (const path of LISTS) await read(path);
  for (const { id, conversationId } of visitors) {
    for (const more of OF_CONVERSATION) await read(`/conversations/${conversationId}${more}`);
    await read(`/users/${id}/conversations`);
    await read(`/users/${id}/data`);
  }
  return all;
};

/** What changes as time passes, or is made for the reader. */
const PASSING = new Set([
  'usedAt',
  'lastUsedAt',
  'online',
  'exportedAt',
  'realtime',
  'next',
  'hasMore',
  'waiting',
]);

const idOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? ((value as Row)._id ?? (value as Row).id ?? (value as Row).receivedAt)
    : value;

/**
 * What is missing or different in an answer, by its place. Lists may have grown, and a build need not know every field of
 * another one's.
 */
export const differences = (found: unknown, expected: unknown, place = ''): string[] => {
  if (Array.isArray(expected) && Array.isArray(found)) {
    let from = 0;
    return expected.flatMap((one, n) => {
      const at = found.findIndex((other, i) => i >= from && isSame(other, one));
      if (at < 0) return [`${place}[${n}] is missing or out of order: ${JSON.stringify(one)}`];
      from = at + 1;
      return differences(found[at], one, `${place}[${n}]`);
    });
  }
  if (expected !== null && typeof expected === 'object' && found !== null && typeof found === 'object')
    return Object.entries(expected).flatMap(([key, value]) =>
      PASSING.has(key) || !(key in found) ? [] : differences((found as Row)[key], value, `${place}.${key}`),
    );
  return Object.is(found, expected)
    ? []
    : [`${place}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`];
};

const isSame = (a: unknown, b: unknown): boolean => {
  const id = idOf(b);
  return id !== undefined && id === idOf(a) ? true : differences(a, b).length === 0;
};

/** The addresses of all files in what was read. */
export const filesIn = (content: unknown): string[] => [
  ...new Set(JSON.stringify(content).match(/https?:[^"\\]*\/uploads\/[^"\\]*/g) ?? []),
];
