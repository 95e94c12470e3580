import { signJwt } from '../jwt';
import { png } from '../pictures';
import { accountId, regularSession, sessionHeaders } from './accounts';
import { EXAMPLES } from './examples';
import { AGENT_TOKEN, KEY } from './fuzzDesk';
import type { Random } from './random';
import { hostileText, hostileValue, inQuery, mutate, toBytes, toJson } from './values';
import { type Actor, HOST, PROGRAM, type World } from './world';

export type Route = { method: string; path: string };

/** A request before it is sent, in process or over HTTP. */
export type Call = {
  route: Route;
  method: string;
  /** Path and query, as in the request's first line. */
  target: string;
  headers: [string, string][];
  body?: Uint8Array<ArrayBuffer>;
};

/** The calls of a route table. Leaves out middleware, which is registered for all methods. */
export const routesOf = (table: readonly Route[]): Route[] => {
  const calls = new Map<string, Route>();
  for (const { method, path } of table) {
    if (method !== 'ALL') calls.set(`${method} ${path}`, { method, path });
  }
  return [...calls.values()];
};

/** The id in the path of a call about bots. */
const botIdOf = (path: string, name: string, world: World): string | undefined => {
  if (name === 'webhookId') return world.webhookId;
  if (name === 'switchboardId') return 'switchboard';
  if (path.includes('/webhooks/:id')) return world.webhookId;
  if (path.includes('/deliveries/:id')) return world.deliveryId;
  const isBot = name === 'integrationId' ? path.startsWith('/sc/v2/') : /ntegrations\/:id/.test(path);
  return isBot ? world.botId : undefined;
};

const idOf = ({ path, method }: Route, name: string, actor: Actor, world: World, random: Random): string => {
  const ofAccount = accountId(path, random);
  if (ofAccount !== undefined) return ofAccount;
  if (name === 'appId') return 'porch';
  if (path.endsWith('/messages/:messageId/stop'))
    return name === 'messageId' ? actor.stopped : actor.conversationId;
  if (name === 'messageId' && path.endsWith('/edit')) return actor.edited;
  if (name === 'messageId' && path.startsWith('/agent/') && method === 'DELETE') return actor.deleted;
  if (name === 'messageId') return path.startsWith('/agent/') ? actor.growing : actor.message;
  if (name === 'noteId') return method === 'DELETE' ? actor.removedNote : actor.changedNote;
  const ofBot = botIdOf(path, name, world);
  if (ofBot !== undefined) return ofBot;
  if (name === 'appUserId' || path.includes('/users/:id')) return actor.userId;
  if (name === 'integrationId') return 'web';
  // Unlinking a client that is already gone succeeds; a web client cannot be unlinked.
  if (name === 'clientId') return 'linked';
  if (name === 'code') return actor.linkCode;
  if (path.startsWith('/uploads/')) return actor.file.split('/')[name === 'id' ? 2 : 3] ?? '';
  if (path.includes('/calls/'))
    return (
      (path.startsWith('/agent/') ? [...world.calls.values()].at(-1) : world.calls.get(actor.userId)) ?? ''
    );
  if (path.includes('/signing-keys/')) return world.signingKeyId;
  // Deleting one that is gone succeeds, and leaves the other for the calls that change it.
  if (path.endsWith('/saved-replies/:id/delete') || path.endsWith('/views/:id/delete')) return 'gone';
  if (path.includes('/saved-replies/')) return world.savedReplyId;
  if (path.includes('/views/')) return world.savedViewId;
  if (path.includes('/refused-emails/')) return world.refusedMail;
  return actor.conversationId;
};

/** Odd text for an address, encoded as browsers do or invalid. */
const inAddress = (random: Random): string =>
  random.pick<() => string>([
    () => inQuery(hostileText(random)).slice(0, 6000),
    () => inQuery(hostileText(random)).slice(0, 6000),
    () =>
      random.pick([
        '%00',
        'a%00b',
        '%',
        '%zz',
        '%ff',
        '%ED%A0%80',
        '%C0%80',
        '%2500',
        '%2e%2e%2f',
        '..%5c',
        '%u0000',
      ]),
  ])();

const QUERIES: Record<string, string[]> = {
  after: ['1_a', '999999999999999_x', '1e3', '_', '1_%'],
  offset: ['0', '10', '1e3', '9007199254740991'],
  before: ['1800000000', '1e16', '-1e16', '1e308', '0', '1.0005'],
  view: ['all', 'queued', 'assigned', 'closed'],
  assignee: ['Ada', 'Support'],
  search: ['hello', 'VISITOR', '%', '🎉', '\\'],
  all: ['1'],
  locale: ['de', 'pt-BR', 'zh_Hant', 'tlh'],
  draft: ['tokenid0000000009', ''],
  'page[size]': ['1', '100', '0', '1e9'],
  'page[after]': ['none', '%'],
  integrationIds: ['wa', 'wa,ig', ',,'],
  mediaUrl: ['https://shop.example/a.png', 'http://evil.example/uploads/token123/x'],
};

/** What calls refuse to be without. */
const NEEDED: Record<string, (actor: Actor) => string> = {
  'GET /sc/v2/apps/:appId/conversations': ({ userId }) => `filter[userId]=${userId}`,
  'POST /sc/v2/apps/:appId/attachments': ({ conversationId }) =>
    `for=message&conversationId=${conversationId}`,
};

const queryOf = ({ method, path }: Route, actor: Actor, random: Random): string => {
  const needed = NEEDED[`${method} ${path}`]?.(actor);
  const parts: string[] = needed && random.chance(0.9) ? [needed] : [];
  for (const [name, usual] of Object.entries(QUERIES)) {
    if (!random.chance(0.15)) continue;
    const value = random.chance(0.6) ? encodeURIComponent(random.pick(usual)) : inAddress(random);
    parts.push(`${name}=${value}`);
    if (random.chance(0.1)) parts.push(`${name}=${inAddress(random)}`);
  }
  if (random.chance(0.1)) parts.push(`mediaUrl=${encodeURIComponent(`${HOST}${actor.file}`)}`);
  if (random.chance(0.05)) parts.push(inAddress(random));
  return parts.length > 0 ? `?${parts.join('&')}` : '';
};

const targetOf = (route: Route, actor: Actor, world: World, random: Random): string => {
  const valid = random.chance(0.8);
  const ids = [
    actor.userId,
    actor.conversationId,
    actor.message,
    world.signingKeyId,
    actor.linkCode,
    'porch',
    'none',
  ];
  const path = route.path
    .replace(/:(\w+)/g, (_, name: string) => {
      if (valid || random.chance(0.5)) return idOf(route, name, actor, world, random);
      return random.chance(0.5) ? random.pick(ids) : inAddress(random);
    })
    .replace(/\*$/, () =>
      random.pick(['', 'index.html', 'porch.js', '../package.json', inAddress(random), 'a/b/c']),
    );
  if (path.endsWith('/left') && random.chance(0.8))
    return `${path}?token=${world.leaveTokens.get(actor.userId)}`;
  return path + queryOf(route, actor, random);
};

/** Limits a text to the characters of a header: single bytes without line ends. */
const headerText = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 12_000);

const CLAIMS = {
  external_id: 'somebody',
  name: 'Ada',
  email: 'ada@shop.example',
  email_verified: true,
  exp: 2_000_000_000,
};

/** Calls of the agent API about what a program has sent. */
const OF_PROGRAMS = [
  'PATCH /agent/api/conversations/:id/messages/:messageId',
  'POST /agent/api/conversations/:id/messages/:messageId/edit',
  'DELETE /agent/api/conversations/:id/messages/:messageId',
];

const authorizationOf = (actor: Actor, route: Route, random: Random): string | undefined => {
  const isAgent = route.path.startsWith('/agent/');
  const isProgram = route.path.startsWith('/sc/v2/');
  const own = isAgent ? `Bearer ${AGENT_TOKEN}` : isProgram ? PROGRAM : actor.authorization;
  // The login routes get invalid tokens most often, because they check tokens first.
  if (random.chance(route.path.endsWith('/login') ? 0.25 : 0.88)) return own;
  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  const header = { alg: hostileValue(random), kid: 'shop', typ: 'JWT' };
  return random.pick<() => string | undefined>([
    () => undefined,
    () => (isAgent ? actor.authorization : `Bearer ${AGENT_TOKEN}`),
    () => `Bearer ${signJwt(KEY, mutate(CLAIMS, random) as typeof CLAIMS)}`,
    () => `Bearer ${signJwt(KEY, mutate(CLAIMS, random) as typeof CLAIMS)}`,
    () => `Bearer ${signJwt(KEY, mutate(CLAIMS, random) as typeof CLAIMS)}`,
    // For the keys of the identity provider.
    () => `Bearer ${signJwt(KEY, CLAIMS, { alg: random.pick(['RS256', 'ES256']) })}`,
    () =>
      `Bearer ${encoded(toJson(header, random))}.${encoded(toJson({ scope: 'user', external_id: 'x' }, random))}.x`,
    () => `Basic ${Buffer.from(hostileText(random)).toString('base64').slice(0, 12_000)}`,
    () => headerText(`${random.pick(['Basic', 'Bearer', 'Digest', ''])} ${hostileText(random)}`),
    () => own.slice(0, -1),
  ])();
};

const ODD_HEADERS: ((random: Random) => [string, string])[] = [
  (random) => ['accept-language', random.chance(0.5) ? `a${' '.repeat(12_000)}b` : 'de;q=x, fr;q=1e400,,;'],
  (random) => ['if-none-match', random.chance(0.5) ? `"a"${' '.repeat(12_000)},"b"` : '*'],
  (random) => [
    'accept-encoding',
    random.pick(['br', 'GZIP', 'br;q=0, *;q=x', `${','.repeat(6000)}gzip`, `br${' '.repeat(9000)};`]),
  ],
  (random) => [
    'range',
    random.pick(['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-9999999999999999999999', 'bytes=-0']),
  ],
  (random) => ['x-smooch-clientid', headerText(hostileText(random))],
  (random) => ['x-forwarded-proto', random.pick(['https', 'javascript', ''])],
  (random) => ['content-type', headerText(hostileText(random))],
  (random) => ['origin', headerText(hostileText(random))],
  (random) => ['content-length', random.pick(['0', '99999999', 'x', '-1'])],
  (random) => ['content-encoding', random.pick(['br', 'gzip', 'x'])],
  (random) => ['host', headerText(random.pick(['evil.example', '[::1]:1', 'a b', '', 'x'.repeat(300)]))],
];

/** Routes that take a file in the part `source` of a form. */
const isUpload = ({ path }: Route): boolean => /[/-](files|face|pictures|attachments)$/.test(path);
/** What such a route takes: any content, or a picture. */
const contentFor = ({ path }: Route): Uint8Array<ArrayBuffer> =>
  /\/(face|pictures)$/.test(path) ? png(8, 8) : new Uint8Array(Buffer.from('bytes'));

const BOUNDARY = 'a-boundary';
const NAMES = [
  'a.png',
  'Foto é.PNG',
  'a.txt',
  'a.svg',
  'a.exe',
  'noextension',
  '.png',
  '\ud83d.png',
  '../../a.pdf',
];

const multipart = (parts: unknown, content: Uint8Array, random: Random): Uint8Array<ArrayBuffer> => {
  const chunks: Buffer[] = [];
  const add = (head: string, body: string | Uint8Array) =>
    chunks.push(
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body as string),
      Buffer.from('\r\n'),
    );
  for (const [name, value] of Object.entries(parts as object)) {
    const json = toBytes(toJson(value, random), random);
    for (let times = random.chance(0.03) ? 12 : 1; times > 0; times--) add(`name="${name}"`, json);
  }
  const odd = () =>
    `${random.chance(0.5) ? random.pick(['x', '']) + '🎉'.repeat(120) : hostileText(random).slice(0, 400)}.${random.pick(['png', 'txt', 'x'])}`;
  const name = random.chance(0.7) ? random.pick(NAMES) : odd();
  const quoted = name.replace(/["\r\n]/g, '');
  const named = random.pick([
    `filename="${quoted}"`,
    `filename="${quoted}"`,
    `filename*=UTF-8''${inQuery(name)}`,
    "filename*=utf-16le''%00%d8",
    '',
  ]);
  if (random.chance(0.95))
    add(`name="source"; ${named}`, random.chance(0.9) ? content : hostileText(random).slice(0, 5000));
  if (random.chance(0.03)) add('name="source"; filename="b.png"', 'again');
  chunks.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  const whole = new Uint8Array(Buffer.concat(chunks));
  return random.chance(0.95) ? whole : whole.slice(0, random.int(whole.length));
};

const bodyOf = (route: Route, actor: Actor, world: World, random: Random): Pick<Call, 'body' | 'headers'> => {
  const examples = EXAMPLES[`${route.method} ${route.path}`] ?? Object.values(EXAMPLES).flat();
  const example = random.pick(examples)(actor, world);
  const value = random.chance(0.25)
    ? example
    : random.chance(0.95)
      ? mutate(example, random)
      : hostileValue(random);
  if (isUpload(route)) {
    const type = random.chance(0.95) ? `multipart/form-data; boundary=${BOUNDARY}` : 'multipart/form-data';
    return {
      headers: [['content-type', type]],
      body: multipart(Object(value) === value ? value : {}, contentFor(route), random),
    };
  }
  if (route.path.startsWith('/channel/')) {
    const form = new URLSearchParams(
      Object.entries(Object(value)).map(([key, part]) => [
        key,
        typeof part === 'string' ? part : String(toJson(part, random)),
      ]),
    );
    const type = 'application/x-www-form-urlencoded';
    return { headers: [['content-type', type]], body: toBytes(form.toString(), random) };
  }
  return { headers: [['content-type', 'application/json']], body: toBytes(toJson(value, random), random) };
};

/** Calls of programs are picked less often, so that a voice call is asked about before it ends. */
const pickRoute = (routes: readonly Route[], random: Random): Route => {
  const route = random.pick(routes);
  return route.path.startsWith('/sc/v2/') && random.chance(0.6) ? random.pick(routes) : route;
};

/** Generates a request for a route. Most requests get far into the route's handler. */
export const generateCall = (routes: readonly Route[], world: World, random: Random): Call => {
  const route = pickRoute(routes, random);
  const actor = random.pick(world.actors);
  // Sometimes a caller requests another actor's data.
  const caller = random.chance(0.9) ? actor : random.pick(world.actors);
  const method = random.chance(0.97)
    ? route.method
    : random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']);
  const headers: [string, string][] = [];
  headers.push(...sessionHeaders(route, random));
  const authorization = headers.length > 0 ? undefined : authorizationOf(caller, route, random);
  if (authorization !== undefined) headers.push(['authorization', authorization]);
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const sent = hasBody ? bodyOf(route, actor, world, random) : undefined;
  headers.push(...(sent?.headers ?? []));
  if (random.chance(0.15)) headers.push(random.pick(ODD_HEADERS)(random));
  if (random.chance(0.02)) headers.push(random.pick(ODD_HEADERS)(random));
  return { route, method, target: targetOf(route, actor, world, random), headers, body: sent?.body };
};

const formOf = (parts: object, content: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, JSON.stringify(value));
  form.append('source', new Blob([content]), 'a.png');
  return form;
};

/** The body of an example as its caller sends it, with the headers that go with it. */
const regularBody = async (route: Route, example: unknown): Promise<Pick<Call, 'body' | 'headers'>> => {
  const body = isUpload(route)
    ? formOf(Object(example), contentFor(route))
    : route.path.startsWith('/channel/')
      ? new URLSearchParams(Object.entries(Object(example)))
      : new Blob([JSON.stringify(example)], { type: 'application/json' });
  const whole = new Response(body);
  return {
    headers: [['content-type', whole.headers.get('content-type') ?? '']],
    body: new Uint8Array(await whole.arrayBuffer()),
  };
};

/** The query that a route needs. */
const neededQuery = ({ method, path }: Route, actor: Actor, world: World): string => {
  const needed = NEEDED[`${method} ${path}`];
  if (needed) return `?${needed(actor)}`;
  if (path.endsWith('/left')) return `?token=${world.leaveTokens.get(actor.userId)}`;
  if (path.endsWith('/contentUrl')) return `?mediaUrl=${encodeURIComponent(HOST + actor.file)}`;
  return path.endsWith('/linkrequest') ? '?integrationIds=wa' : '';
};

/** How many examples of a route's body there are; one for a route without a body. */
export const examplesOf = ({ method, path }: Route): number => EXAMPLES[`${method} ${path}`]?.length ?? 1;

/** The call of a route with this example, as its caller makes it. */
export const regularCall = async (
  route: Route,
  example: number,
  actor: Actor,
  world: World,
  random: Random,
): Promise<Call> => {
  const { method, path } = route;
  const session: [string, string][] = OF_PROGRAMS.includes(`${method} ${path}`)
    ? [['authorization', `Bearer ${AGENT_TOKEN}`]]
    : regularSession(route, random);
  const credentials: [string, string][] =
    session.length > 0
      ? session
      : [['authorization', path.startsWith('/sc/v2/') ? PROGRAM : actor.authorization]];
  const value = EXAMPLES[`${method} ${path}`]?.[example]?.(actor, world) ?? {};
  const sent = /^(POST|PUT|PATCH)$/.test(method) ? await regularBody(route, value) : undefined;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => idOf(route, name, actor, world, random));
  return {
    route,
    method,
    target: filled + neededQuery(route, actor, world),
    headers: [...credentials, ...(sent?.headers ?? [])],
    body: sent?.body,
  };
};

/** The call as a Request object; `undefined` if only a raw connection can carry it. */
export const asRequest = ({ method, target, headers, body }: Call): Request | undefined => {
  try {
    return new Request(HOST + target, { method, headers, body });
  } catch {
    return undefined;
  }
};
