import { createApp, createAuthority } from '../../examples/support-desk/server/createApp';
import { readSettings } from '../../examples/support-desk/server/domain/settings';
import { type Bayeux, createBayeux } from '../../examples/support-desk/server/realtime/bayeux';
import { messagesOfPost } from '../../examples/support-desk/server/realtime/parseMessages';
import { createTables, type Tables } from '../../examples/support-desk/server/store/memoryReads';
import { createMemoryStore } from '../../examples/support-desk/server/store/memoryStore';
import type { Store } from '../../examples/support-desk/server/store/store';
import { createMemoryUploads } from '../../examples/support-desk/server/uploads/memoryUploads';
import { createMemorySocket, type MemorySocket } from './memorySocket';

export type MemoryDeskOptions = {
  /** In ms; the real clock by default. */
  now?: () => number;
  /**
   * Runs `task` after `ms` and gives what cancels it; real timers by default. Every timer of the server goes through
   * it, those of Faye's engine too, so `createMemoryDesk({ ...createFakeClock() })` holds them all.
   */
  after?: (ms: number, task: () => void) => () => void;
  /** Ids, tokens and Bayeux client ids are made of it; it must never repeat. Counts by default. */
  createId?: () => string;
  /** What settings.json would hold. */
  settings?: unknown;
};

export type MemoryDesk = {
  /** What every address of this desk begins with; no socket listens there. */
  origin: string;
  agentToken: string;
  appId: string;
  /** The desk's own store; another one after `resetLog`. */
  readonly store: Store;
  /** Answers any call of the desk, long polls of the Bayeux endpoint too. */
  fetch(request: Request): Promise<Response>;
  /** A websocket of the Bayeux endpoint, by the browser's interface. It opens a microtask later. */
  openSocket(url?: string): MemorySocket;
  /** The support team, over the agent API; each throws when the desk refuses. */
  agent: {
    call(method: string, path: string, body?: unknown): Promise<unknown>;
    /** @returns the message as the desk stored it */
    send(conversationId: string, body: unknown): Promise<Record<string, unknown>>;
    activity(conversationId: string, type: string): Promise<void>;
  };
  /** As if the process had been killed and started again: connections and live sessions are gone, rows stay. */
  restart(): void;
  /**
   * As `restart`, on a new store, whose log has another id. @param keep 'people' leaves users, their sessions and
   * their conversations as they are, so that only the messages are gone; else nothing is left
   */
  resetLog(keep?: 'people'): void;
  /** Drops every connection and every timer. */
  close(): void;
};

const AGENT_TOKEN = 'agent-token';
const ORIGIN = 'http://desk.test';
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const realTimer = (ms: number, task: () => void): (() => void) => {
  const timer = setTimeout(task, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

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
    [...tables.conversations].map(([id, conversation]) => [
      id,
      {
        ...conversation,
        lastReceived: 0,
        lastMessageId: null,
        messageCount: 0,
        visitorUnread: 0,
        visitorLastRead: null,
        businessUnread: 0,
        businessLastRead: null,
        visitorDelivered: null,
        firstAskedAt: null,
        firstAnsweredAt: null,
      },
    ]),
  ),
});

/** The real server on the memory store, with nothing of the network: quick enough to be made for every test case. */
export const createMemoryDesk = (options: MemoryDeskOptions = {}): MemoryDesk => {
  const read = readSettings(options.settings ?? {});
  if ('problem' in read) throw new Error(read.problem);
  const { settings } = read;
  const clock = { now: options.now ?? Date.now, after: options.after ?? realTimer };
  const newId = options.createId ?? counting();
  const uploads = createMemoryUploads();
  const sockets = new Set<MemorySocket>();

  const start = (store: Store): { store: Store; app: ReturnType<typeof createApp>; bayeux: Bayeux } => {
    const shared = { store, now: clock.now, agentToken: AGENT_TOKEN, settings: () => settings };
    const bayeux = createBayeux(createAuthority(shared), {
      clock,
      newClientId: () => `client${newId()}`,
      originOf: () => ORIGIN,
    });
    const app = createApp({
      ...shared,
      previewSettings: () => settings,
      fanOut: bayeux,
      uploads,
      localeWords: () => ({ locale: 'en-us' }),
      roots: { repository: '/nowhere' },
      publicUrl: ORIGIN,
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
      new Request(`${ORIGIN}/agent/api${path}`, {
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
    origin: ORIGIN,
    agentToken: AGENT_TOKEN,
    appId: settings.messenger.appId,
    get store() {
      return server.store;
    },
    fetch,
    openSocket: (url = `${ORIGIN.replace('http', 'ws')}/faye`) => {
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
