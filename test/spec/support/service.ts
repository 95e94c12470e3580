/** A request that the visitor's side made to the service. */
export type Asked = { method: string; path: string; body: Record<string, unknown>; form?: FormData };

/** An answer: JSON, a status with JSON, or a network failure. `until` delays it. */
export type Answer = { status?: number; json?: unknown; lost?: true; until?: Promise<unknown> };

type Json = Record<string, unknown>;

const PAGE = 50;

const NOBODY = { error: { code: 'invalid_auth', description: 'Nobody is known by that id' } };

/**
 * A messaging service behind `fetch`, with one visitor `u` and their conversation `c`. The test controls its
 * answers.
 * @param now the current time in ms since 1970
 */
export const createService = (now: () => number) => {
  const asked: Asked[] = [];
  const fates: { what: RegExp; answer: Answer }[] = [];
  const log: (Json & { _id: string; received: number })[] = [];
  let conversation: Json = { _id: 'c', status: 'active', participants: [{ appUserId: 'u', unreadCount: 0 }] };
  /** The answer to the list of conversations. */
  const list: Json[] = [];
  /** Whether the team is there, for visitors who ask. */
  const team: Json = {};
  /** The channels that the account offers, and the visitor's accounts in them. */
  const channels: Json[] = [];
  const clients: Json[] = [];
  let ids = 0;

  /** Stores a message in the service. @param ago its age in seconds */
  const add = (message: Json, ago = 0) => {
    const last = log.at(-1)?.received ?? 0;
    const received = ago ? now() / 1000 - ago : Math.max(now() / 1000, last + 0.001);
    const stored = { type: 'text', role: 'appMaker', _id: `m${++ids}`, received, ...message };
    log.push(stored);
    return stored;
  };
  const user = () => ({
    appUser: { _id: 'u', conversationStarted: true, clients },
    sessionToken: 'token',
    conversations: [conversation],
    settings: { realtime: { enabled: true, baseUrl: 'https://rt.example/faye' } },
  });
  const handle = ({ method, path, body }: Asked): unknown => {
    const [, before] = /before=(.+)$/.exec(path) ?? [];
    if (/^\/appusers(\/u)?$/.test(path)) return user();
    if (path.startsWith('/appusers/u/conversations')) return { ...user(), conversations: list };
    if (/^GET \/conversations\/c$/.test(`${method} ${path}`))
      return { conversation, messages: log.slice(-PAGE) };
    if (/^GET \/conversations\/c\/messages/.test(`${method} ${path}`)) {
      const older = log.filter((m) => m.received < Number(before ?? Number.POSITIVE_INFINITY));
      return { messages: older.slice(-PAGE), hasPrevious: older.length > PAGE };
    }
    if (path.endsWith('/messages')) {
      const { referenceId } = body.message as Json;
      const known = log.find((m) => m.referenceId === referenceId);
      return { messages: [known ?? add(body.message as Json)] };
    }
    if (path.endsWith('/files')) return { messageId: `m${++ids}` };
    if (path.endsWith('/team')) return { team };
    if (path.includes('/integrations/'))
      return { config: { integrations: channels, restRetryPolicy: { intervals: { aggressive: 3 } } } };
    const [, asked] = /linkrequest\?integrationIds=(.+)$/.exec(path) ?? [];
    if (asked)
      return { linkRequests: [{ integrationId: asked, code: 'c', url: `https://link.example/${asked}` }] };
    if (path.includes('/wait_time/')) return { queue_position: 9, response_time: 600 };
    return {};
  };

  const fetch = (async (url: string, init: RequestInit = {}) => {
    const form = init.body instanceof FormData ? init.body : undefined;
    const one: Asked = {
      method: init.method ?? 'GET',
      path: String(url).replace(/^.*\/(apps\/app|services)(?=\/)/, ''),
      body: form || !init.body ? {} : JSON.parse(String(init.body)),
      form,
    };
    asked.push(one);
    const at = fates.findIndex(({ what }) => what.test(`${one.method} ${one.path}`));
    const { answer = {} } = fates.splice(at, at < 0 ? 0 : 1)[0] ?? {};
    await answer.until;
    if (answer.lost) throw new TypeError('Failed to fetch');
    const stranger = /^\/appusers\/(?!u\b)/.test(one.path);
    const { status = stranger ? 401 : 200, json = stranger ? NOBODY : handle(one) } = answer;
    return { ok: status < 300, status, headers: new Headers(), text: async () => JSON.stringify(json) };
  }) as unknown as typeof globalThis.fetch;

  return {
    fetch,
    add,
    log,
    list,
    channels,
    team,
    clients,
    /** Sets the answer to the next call whose method and path match. */
    next: (what: RegExp, answer: Answer) => fates.push({ what, answer }),
    /** Changes the conversation that the service returns from now on. */
    describe(change: Json) {
      conversation = { ...conversation, ...change };
    },
    asked,
    /** The bodies of calls whose method and path match, in order. */
    bodies: (what: RegExp) => asked.filter((a) => what.test(`${a.method} ${a.path}`)).map((a) => a.body),
    /** The activities sent to the service, by type. */
    activities: (type: string) =>
      asked
        .filter((a) => a.path.endsWith('/activity'))
        .map((a) => a.body.activity as Json)
        .filter((a) => a.type === type),
  };
};

export type Service = ReturnType<typeof createService>;
