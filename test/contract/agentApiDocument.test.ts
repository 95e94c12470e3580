import Ajv2020 from 'ajv/dist/2020';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { AGENT_RULES } from '../../examples/support-desk/server/routes/agentRules';
import { ACCOUNT_OPERATIONS } from '../../examples/support-desk/server/routes/openApi/accountOperations';
import { CONVERSATION_OPERATIONS } from '../../examples/support-desk/server/routes/openApi/conversationOperations';
import { DESK_OPERATIONS } from '../../examples/support-desk/server/routes/openApi/deskOperations';
import { MESSAGE_OPERATIONS } from '../../examples/support-desk/server/routes/openApi/messageOperations';
import type { Operation as Described } from '../../examples/support-desk/server/routes/openApi/operation';
import { SAVED_REPLY_OPERATIONS } from '../../examples/support-desk/server/routes/openApi/savedReplyOperations';
import { VIEW_OPERATIONS } from '../../examples/support-desk/server/routes/openApi/viewOperations';
import { createMemoryDesk, type MemoryDesk } from '../support/memoryDesk';
import { createMemoryVisitor } from '../support/memoryVisitor';
import { type SignedInAgent, signInAgent } from '../support/signInAgent';

const NOW = 1_800_000_000_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Media = { schema: object; example?: unknown };
type Operation = {
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media>; $ref?: string }>;
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

const readDocument = async (desk: MemoryDesk): Promise<Document> => {
  const response = await desk.fetch(new Request(`${desk.origin}/docs/api`));
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
};

const DESCRIBED: Readonly<Record<string, Described>> = {
  ...ACCOUNT_OPERATIONS,
  ...CONVERSATION_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...VIEW_OPERATIONS,
  ...SAVED_REPLY_OPERATIONS,
  ...DESK_OPERATIONS,
};

/** What a schema leaves out of an answer. */
const undescribed = (schema: v.GenericSchema<unknown, unknown> = v.object({}), answer: unknown): string[] => {
  const { success, output, issues } = v.safeParse(schema, answer);
  if (!success) return issues.map(({ message }) => message);
  const compare = (whole: unknown, kept: unknown, at: string): string[] => {
    if (typeof whole !== 'object' || whole === null) return whole === kept ? [] : [at];
    if (typeof kept !== 'object') return [at];
    return Object.entries(whole).flatMap(([name, value]) =>
      compare(value, (kept as Record<string, unknown> | null)?.[name], `${at}/${name}`),
    );
  };
  return compare(answer, output, '');
};

/** Whose examples the example desk refuses: they need another visitor, a password, a code of an app, a demo, a mailbox or a delivery. */
const REFUSED: Record<string, number> = {
  'POST /sign-in/code': 401,
  'POST /demo-sign-in': 404,
  'POST /forgotten-password': 404,
  'POST /me/password': 403,
  'POST /me/second-factor': 400,
  'DELETE /me/second-factor': 400,
  'POST /me/second-factor/confirm': 409,
  'GET /conversations/{id}/messages/{messageId}/email': 404,
  'POST /refused-emails/{id}/accept': 404,
  'DELETE /refused-emails/{id}': 404,
  'POST /users/{id}/merge': 404,
  'POST /deliveries/{id}/repeat': 404,
  'POST /link-requests/{code}/match': 404,
};

type World = {
  desk: MemoryDesk;
  visitor: Awaited<ReturnType<typeof createMemoryVisitor>>;
  ada: SignedInAgent;
  ben: SignedInAgent;
};

const createWorld = async (): Promise<World> => {
  const desk = createMemoryDesk({ now: () => NOW, settings: { voice: { enabled: true } } });
  const visitor = await createMemoryVisitor(desk);
  await visitor.send('Hello');
  const ada = await signInAgent(desk, { id: 'ada', role: 'admin' }, NOW);
  const ben = await signInAgent(desk, { id: 'ben', name: 'Ben' }, NOW);
  await ada.call('PUT', '/me/push', DESCRIBED['PUT /me/push']?.example);
  return { desk, visitor, ada, ben };
};

const idOf = async (made: Promise<Record<string, unknown>>, name: string): Promise<string> => {
  const { id, _id } = (await made)[name] as { id?: string; _id?: string };
  return id ?? _id ?? '';
};

/** The value of a path's parameter, by what comes before it. */
const MAKE: Record<string, (w: World, filled: string, method: string) => Promise<string> | string> = {
  conversations: ({ visitor }) => visitor.conversationId,
  users: ({ visitor }) => visitor.id,
  merge: ({ visitor }) => visitor.id,
  agents: () => 'ben',
  sessions: ({ ada }) => ada.sessionId,
  push: ({ ada }) => ada.sessionId,
  messages: async ({ desk, visitor }, _, method) =>
    String((await desk.agent.send(visitor.conversationId, { text: 'Hel', growing: method === 'PATCH' }))._id),
  link: async ({ ada }) => {
    const { link } = await ada.call('POST', '/invitations', { role: 'agent' });
    return /[\w-]+$/.exec(String(link))?.[0] ?? '';
  },
  invitations: ({ ada }) => idOf(ada.call('POST', '/invitations', { role: 'agent' }), 'invitation'),
  'api-keys': ({ ada }) => idOf(ada.call('POST', '/api-keys', { name: 'k', scopes: ['insights'] }), 'apiKey'),
  integrations: ({ ada }) => idOf(ada.call('POST', '/integrations', { displayName: 'Bot' }), 'integration'),
  webhooks: async ({ ada }, filled) => {
    const id =
      /integrations\/([^/]+)/.exec(filled)?.[1] ?? (await MAKE.integrations?.({ ada } as World, '', ''));
    const body = { target: 'https://bot.example/hook', triggers: ['conversation:message'] };
    return idOf(ada.call('POST', `/integrations/${id}/webhooks`, body), 'webhook');
  },
  'signing-keys': ({ ada }) => idOf(ada.call('POST', '/signing-keys', {}), 'signingKey'),
  notes: ({ ada, visitor }) =>
    idOf(ada.call('POST', `/users/${visitor.id}/notes`, { text: 'Likes tea' }), 'note'),
  'saved-replies': ({ ada }) =>
    idOf(ada.call('POST', '/saved-replies', { shortcut: 'hi', text: 'Hi' }), 'reply'),
  views: ({ ada }) =>
    idOf(ada.call('POST', '/views', { name: 'Open', shared: true, filter: { view: 'open' } }), 'view'),
  calls: async ({ visitor }) => {
    const { body } = await visitor.call('POST', `/appusers/${visitor.id}/calls`, {});
    return (body as { call: { id: string } }).call.id;
  },
};

const fill = async (w: World, path: string, method = ''): Promise<string> => {
  let filled = '';
  let before = '';
  for (const part of path.split('/').slice(1)) {
    const value = part.startsWith('{') ? await (MAKE[before]?.(w, filled, method) ?? 'none') : part;
    filled += `/${value}`;
    before = part;
  }
  return filled;
};

const send = async (w: World, method: string, path: string, operation: Operation): Promise<Response> => {
  const content = operation.requestBody?.content ?? {};
  // A program has sent it.
  const isProgram = path.includes('/messages/');
  const who: Record<string, string> = isProgram
    ? { authorization: `Bearer ${w.desk.agentToken}` }
    : { cookie: w.ada.cookie, origin: w.desk.origin };
  if (content['multipart/form-data']) {
    const body = new FormData();
    body.set('source', new File([PNG], 'dot.png', { type: 'image/png' }));
    return w.desk.fetch(new Request(`${w.desk.origin}/agent/api${path}`, { method, headers: who, body }));
  }
  const example = content['application/json']?.example;
  return w.desk.fetch(
    new Request(`${w.desk.origin}/agent/api${path}`, {
      method,
      headers: { ...who, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      body: method === 'GET' ? undefined : JSON.stringify(example ?? {}),
    }),
  );
};

describe('the document of the agent API', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  let document: Document;
  let operations: [string, string, Operation][];
  beforeAll(async () => {
    const desk = createMemoryDesk();
    document = await readDocument(desk);
    desk.close();
    ajv.addSchema(document, 'desk');
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]): [string, string, Operation] => [
        method.toUpperCase(),
        path,
        one,
      ]),
    );
  });

  /** What is wrong with a value, by the schema at this place of the document. */
  const problem = (value: unknown, ...place: string[]): string | undefined => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.compile({ $ref: `desk#/${pointer.join('/')}` });
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };

  it('has every call, and the address of the desk', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    expect(document.servers).toEqual([{ url: 'http://desk.test/agent/api' }]);
    expect(
      operations.map(([method, path]) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`).sort(),
    ).toEqual(Object.keys(AGENT_RULES).sort());
  });

  it('has examples that the desk answers as it says', async () => {
    const wrong: string[] = [];
    for (const [method, path, operation] of operations) {
      const route = `${method} ${path}`;
      const json = operation.requestBody?.content['application/json'];
      const at = ['paths', path, method.toLowerCase()];
      if (json) {
        const why = problem(json.example, ...at, 'requestBody', 'content', 'application/json', 'schema');
        if (why) wrong.push(`${route}: its example: ${why}`);
      }
      if (route === 'GET /calls/{id}/signals') continue;
      const w = await createWorld();
      if (route === 'POST /sign-in') {
        const link = await fill(w, '/link/{token}');
        const { content } = document.paths['/link/{token}']?.post?.requestBody ?? { content: {} };
        await w.ada.call('POST', link, content['application/json']?.example);
      }
      const response = await send(w, method, await fill(w, path, method), operation);
      const text = await response.text();
      w.desk.close();
      const { status } = response;
      const expected =
        REFUSED[route] ?? Number(Object.keys(operation.responses).findLast((one) => one < '300'));
      if (status !== expected) {
        wrong.push(`${route}: ${status}, not ${expected} ${text.slice(0, 200)}`);
        continue;
      }
      if (!operation.responses[status]) wrong.push(`${route}: has no ${status}`);
      const place =
        status < 300 ? [...at, 'responses', String(status)] : ['components', 'responses', 'Refused'];
      const media = response.headers.get('content-type')?.split(';')[0] ?? '';
      if (status < 300 && !operation.responses[status]?.content?.[media]) wrong.push(`${route}: ${media}`);
      else if (media === 'application/json') {
        const why = problem(JSON.parse(text), ...place, 'content', media, 'schema');
        if (why) wrong.push(`${route}: its answer: ${why}`);
        const { answer } = DESCRIBED[route.replace(/\{(\w+)\}/g, ':$1')] ?? {};
        if (status < 300)
          for (const field of undescribed(answer, JSON.parse(text)))
            wrong.push(`${route}: ${field} is not in its schema`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['an answer', { agents: [] }, []],
    ['a field too much', { agents: [], planted: 1 }, ['/planted']],
    [
      'one inside a list',
      { agents: [{ id: 'ada', name: 'Ada', typing: false, planted: {} }] },
      ['/agents/0/planted'],
    ],
  ])('compares each answer with its schema: %s', (_, answer, fields) => {
    expect(undescribed(DESCRIBED['POST /conversations/:id/attending']?.answer, answer)).toEqual(fields);
  });
});
