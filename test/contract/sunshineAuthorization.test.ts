import { describe, expect, onTestFinished, test } from 'vitest';
import { SCOPES } from '../../examples/support-desk/shared/lists';
import { createMemoryDesk } from '../support/memoryDesk';
import { createMemoryVisitor } from '../support/memoryVisitor';
import { ROUTES } from '../support/routeTable';
import { signInAgent } from '../support/signInAgent';
import { addKey } from '../support/sunshineClient';

const NOW = 1_800_000_000_000;
const PROGRAMS = [...ROUTES].flatMap(([route, guard]) => (guard === 'program' ? [route] : []));

const basic = (id: string, secret: string): string => `Basic ${btoa(`${id}:${secret}`)}`;

const createWorld = async () => {
  const desk = createMemoryDesk({ now: () => NOW });
  onTestFinished(() => desk.close());
  const visitor = await createMemoryVisitor(desk);
  await visitor.send('private');
  const admin = await signInAgent(desk, { id: 'ada', role: 'admin' }, NOW);
  return { desk, visitor, admin, key: await addKey(desk.store) };
};
type World = Awaited<ReturnType<typeof createWorld>>;

const ask = (
  { desk, visitor }: World,
  route: string,
  headers: Record<string, string>,
  appId = desk.appId,
): Promise<Response> => {
  const [method = '', path = ''] = route.split(' ');
  const filled = path
    .replace(':appId', appId)
    .replace('/users/:id', `/users/${visitor.id}`)
    .replace('/conversations/:id', `/conversations/${visitor.conversationId}`)
    .replace(/:\w+/g, 'none');
  return desk.fetch(
    new Request(desk.origin + filled, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: method === 'GET' || method === 'DELETE' ? undefined : '{}',
    }),
  );
};

/** All that a call could read or change. */
const stateOf = async ({ desk, visitor }: World): Promise<string> =>
  JSON.stringify([
    await desk.store.inbox({ limit: 10, empty: true }),
    await desk.store.messages(visitor.conversationId, { limit: 10 }),
    await desk.store.userById(visitor.id),
    await desk.store.integrations(),
    await desk.store.webhooks(),
  ]);

/** Expects that every call is refused with this status, in the API's format, and changes nothing. */
const expectRefused = async (
  w: World,
  headers: Record<string, string>,
  status: number,
  appId?: string,
): Promise<void> => {
  const before = await stateOf(w);
  const others: string[] = [];
  for (const route of PROGRAMS) {
    const response = await ask(w, route, headers, appId);
    const text = await response.text();
    const { errors } = JSON.parse(text) as { errors?: { code: string; title: string }[] };
    if (response.status !== status || !errors?.[0]?.title || text.includes('private'))
      others.push(`${route}: ${response.status}`);
  }
  expect(others).toEqual([]);
  expect(await stateOf(w)).toBe(before);
};

const it = test.extend('w', () => createWorld());

describe('every route of programs', () => {
  it.each<[string, (w: World) => Record<string, string>]>([
    ['nobody', () => ({})],
    ['the cookie of an admin', ({ admin, desk }) => ({ cookie: admin.cookie, origin: desk.origin })],
    ['the right key as Bearer', ({ key }) => ({ authorization: `Bearer ${key.secret}` })],
    ['the key of all scopes as Bearer', ({ desk }) => ({ authorization: `Bearer ${desk.agentToken}` })],
    ['a wrong secret', ({ key }) => ({ authorization: basic(key.id, 'wrong') })],
    ['the right secret of another key', ({ key }) => ({ authorization: basic('AGENT_TOKEN', key.secret) })],
    ['the id of a key alone', ({ key }) => ({ authorization: basic(key.id, '') })],
    ['the secret alone', ({ key }) => ({ authorization: basic('', key.secret) })],
    ['half of the secret', ({ key }) => ({ authorization: basic(key.id, key.secret.slice(0, 9)) })],
    ['a secret and more', ({ key }) => ({ authorization: basic(key.id, `${key.secret}:x`) })],
    ['a visitor', ({ visitor }) => ({ authorization: basic(visitor.id, String(visitor.ext.sessionToken)) })],
    ['what is no Basic authentication', () => ({ authorization: 'Basic %%%' })],
  ])('is refused to %s', async (_name, who) => {
    const w = await createWorld();
    await expectRefused(w, who(w), 401);
  });

  it('is refused to a key without its scope', async ({ w }) => {
    const other = await addKey(
      w.desk.store,
      SCOPES.filter((scope) => scope !== 'integrations'),
    );
    await expectRefused(w, { authorization: basic(other.id, other.secret) }, 403);
  });

  it('is refused to a key that was removed', async ({ w }) => {
    await w.admin.call('DELETE', `/api-keys/${w.key.id}`);
    await expectRefused(w, { authorization: basic(w.key.id, w.key.secret) }, 401);
  });

  it('of another app is not there', async ({ w }) => {
    const headers = { authorization: basic(w.key.id, w.key.secret) };
    for (const route of PROGRAMS.filter((one) => one.includes(':appId')))
      expect((await ask(w, route, headers, 'elsewhere')).status, route).toBe(404);
  });

  it('is there for a key with the scope', async ({ w }) => {
    const headers = { authorization: basic(w.key.id, w.key.secret) };
    const refused: string[] = [];
    for (const route of PROGRAMS) {
      const { status } = await ask(w, route, headers);
      if (![200, 201, 400, 404].includes(status)) refused.push(`${route}: ${status}`);
    }
    expect(refused).toEqual([]);
  });

  it('that does not exist says so, to those with a key alone', async ({ w }) => {
    const headers = { authorization: basic(w.key.id, w.key.secret) };
    for (const route of [
      'POST /sc/v2/apps',
      'DELETE /sc/v2/apps/:appId',
      'GET /sc/v2/apps/:appId/keys',
      'POST /sc/v2/apps/:appId/conversations/:id/offerControl',
      'POST /sc/v2/apps/:appId/conversations/:id/join',
      'GET /sc/v2/elsewhere',
    ]) {
      expect((await ask(w, route, {})).status, route).toBe(401);
      const response = await ask(w, route, headers);
      expect([response.status, await response.json()], route).toEqual([
        404,
        { errors: [{ code: 'not_found', title: expect.stringContaining('does not have this call') }] },
      ]);
    }
  });
});
