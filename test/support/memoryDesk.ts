import { createApp, createAuthority } from '../../examples/support-desk/server/createApp';
import { createDeskSettings, fixedOperator } from '../../examples/support-desk/server/domain/deskSettings';
import { readSettings } from '../../examples/support-desk/server/domain/settings';
import { createPublicKeys, type FetchKeySet } from '../../examples/support-desk/server/keys/publicKeys';
import { type Bayeux, createBayeux } from '../../examples/support-desk/server/realtime/bayeux';
import { messagesOfPost } from '../../examples/support-desk/server/realtime/parseMessages';
import { createRates } from '../../examples/support-desk/server/routes/rates';
import type { Store } from '../../examples/support-desk/server/store/store';
import { NO_MESSAGES } from './deskRows';
import { createTables, type Tables } from './memory/memoryReads';
import { createMemoryStore } from './memory/memoryStore';
import { createMemoryUploads } from './memory/memoryUploads';
import { createMemorySocket, type MemorySocket } from './memorySocket';

export type MemoryDeskOptions = {
  /** The current time in ms since 1970; the real clock by default. */
  now?: () => number;
  /**
   * Runs `task` after `ms` and returns a function that cancels it; real timers by default. Every timer of the
   * server uses it, including those of Faye's engine, so `createMemoryDesk({ ...createFakeClock() })`
   * controls them all.
   */
  after?: (ms: number, task: () => void) => () => void;
  /** Source of ids, tokens and Bayeux client ids. Must never repeat. A counter by default. */
  createId?: () => string;
  /** The content of settings.json. */
  settings?: unknown;
  /** Its public address; one with http by default. */
  origin?: string;
  /** Loads an identity provider's keys; there is none by default. */
  fetchKeySet?: FetchKeySet;
};

export type MemoryDesk = {
  /** The origin of this desk's addresses. No socket listens there. */
  origin: string;
  agentToken: string;
  appId: string;
  /** The desk's current store. `resetLog` replaces it. */
  readonly store: Store;
  /** The table of the app's routes. */
  routes(): readonly { method: string; path: string }[];
  /** Answers any call of the desk, including long polls of the Bayeux endpoint. */
  fetch(request: Request): Promise<Response>;
  /** Opens a websocket to the Bayeux endpoint with the browser's interface. It opens a microtask later. */
  openSocket(url?: string): MemorySocket;
  /** The agent API. Each call throws if the desk refuses it. */
  agent: {
    call(method: string, path: string, body?: unknown): Promise<unknown>;
    /** @returns the message as the desk stored it */
    send(conversationId: string, body: unknown): Promise<Record<string, unknown>>;
    activity(conversationId: string, type: string): Promise<void>;
  };
  /** Simulates a kill and restart of the process: connections and live sessions end, rows stay. */
  restart(): void;
  /**
   * Like `restart`, but with a new store, whose log has another id.
   * @param keep 'people' keeps users, their sessions and their conversations, and drops only the messages;
   * otherwise everything is dropped
   */
  resetLog(keep?: 'people'): void;
  /** Closes every connection and cancels every timer. */
  close(): void;
};

const AGENT_TOKEN = 'agent-token';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const realTimer = (ms: number, task: () => void): (() => void) => {
  const timer = setTimeout(task, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

const noKeySet: FetchKeySet = () => Promise.reject(new Error('There is no identity provider'));

const counting = (): (() => string) => {
  let count = 0;
  return () => `id-${++count}`;
};

const withoutMessages = (tables: Tables): Tables => ({
  ...tables,
  messages: new Map(),
  attachments: new Map(),
  happenings: new Map(),
  conversations: new Map(
    [...tables.conversations].map(([id, conversation]) => [id, { ...conversation, ...NO_MESSAGES }]),
  ),
});

/**
 * Runs the real server on the memory store, without a network. It starts fast enough for every test case to
 * make one.
 */
export const createMemoryDesk = (options: MemoryDeskOptions = {}): MemoryDesk => {
  const read = readSettings(options.settings ?? {});
  if ('problem' in read) throw new Error(read.problem);
  const { settings } = read;
  const { origin = 'http://desk.test' } = options;
  const clock = { now: options.now ?? Date.now, after: options.after ?? realTimer };
  const newId = options.createId ?? counting();
  const uploads = createMemoryUploads(clock.now);
  const sockets = new Set<MemorySocket>();

  const start = (store: Store): { store: Store; app: ReturnType<typeof createApp>; bayeux: Bayeux } => {
    const inForce = createDeskSettings(fixedOperator(options.settings ?? {}), store);
    const rates = createRates({ log: SILENT });
    const { now } = clock;
    const fetchText = options.fetchKeySet ?? noKeySet;
    const publicKeys = createPublicKeys({ now, log: SILENT, fetchText });
    const shared = { store, now, agentToken: AGENT_TOKEN, rates, publicKeys, ...inForce };
    const bayeux = createBayeux(createAuthority(shared), {
      clock,
      newClientId: () => `client${newId()}`,
      originOf: () => origin,
    });
    const app = createApp({
      ...shared,
      fanOut: bayeux,
      after: clock.after,
      uploads,
      localeWords: () => ({ locale: 'en-us' }),
      roots: { repository: '/nowhere' },
      publicUrl: origin,
      newId,
      newToken: () => `token-${newId()}`,
      log: SILENT,
    });
    return { store, app, bayeux };
  };
  let tables = createTables();
  let server = start(createMemoryStore(`log-${newId()}`, tables));

  const stop = (): void => {
    for (const socket of [...sockets]) socket.close();
    server.bayeux.close();
  };

  const poll = async (request: Request): Promise<Response> => {
    const body = await request.text();
    const messages = messagesOfPost(request.headers.get('content-type') ?? undefined, body);
    if (!messages) return new Response(null, { status: 400 });
    return Response.json(await server.bayeux.process(messages, request));
  };

  const fetch = async (request: Request): Promise<Response> =>
    new URL(request.url).pathname === '/faye' ? poll(request) : server.app.fetch(request);

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(
      new Request(`${origin}/agent/api${path}`, {
        method,
        headers: { authorization: `Bearer ${AGENT_TOKEN}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

  return {
    origin,
    agentToken: AGENT_TOKEN,
    appId: settings.messenger.appId,
    get store() {
      return server.store;
    },
    routes: () => server.app.routes,
    fetch,
    openSocket: (url = `${origin.replace('http', 'ws')}/faye`) => {
      const socket = createMemorySocket(
        url,
        (outlet) => server.bayeux.accept(outlet, {}),
        () => sockets.delete(socket),
      );
      sockets.add(socket);
      return socket;
    },
    agent: {
      call,
      send: async (conversationId, body) => {
        const answer = (await call('POST', `/conversations/${conversationId}/messages`, body)) as {
          messages: [Record<string, unknown>];
        };
        return answer.messages[0];
      },
      activity: async (conversationId, type) => {
        await call('POST', `/conversations/${conversationId}/activity`, { type });
      },
    },
    restart: () => {
      stop();
      server = start(server.store);
    },
    resetLog: (keep) => {
      stop();
      tables = keep === 'people' ? withoutMessages(tables) : createTables();
      server = start(createMemoryStore(`log-${newId()}`, tables));
    },
    close: stop,
  };
};
