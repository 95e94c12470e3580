import { readSettings } from '../../examples/support-desk/server/domain/settings/settings';
import type { FetchKeySet } from '../../examples/support-desk/server/keys/publicKeys';
import { createClock } from '../../examples/support-desk/server/process/clock';
import type { Store } from '../../examples/support-desk/server/store/store';
import { NO_MESSAGES } from './deskRows';
import { createTables, type Tables } from './memory/memoryReads';
import { createMemoryStore } from './memory/memoryStore';
import { createMemoryUploads } from './memory/memoryUploads';
import { withTokenKey } from './memory/tokenKey';
import {
  AGENT_TOKEN,
  type AgentCalls,
  createAgentCalls,
  type MemoryProcessDeps,
  startMemoryProcess,
} from './memoryProcess';
import type { MemorySocket } from './memorySocket';

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
  /** Makes what the server works with of its store. */
  around?: (store: Store) => Store;
  /** More that the app works with, such as the demo. */
  app?: MemoryProcessDeps['app'];
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
  agent: AgentCalls;
  /** Runs the round that tells webhooks what is due. */
  tellWebhooks(): Promise<void>;
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

/** There is no identity provider. */
export const noKeySet: FetchKeySet = () => Promise.reject(new Error('There is no identity provider'));

/** Counts ids. */
export const counting = (): (() => string) => {
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
  const { origin = 'http://desk.test' } = options;
  const real = createClock();
  const clock = { ...real, now: options.now ?? real.now, after: options.after ?? real.after };
  const newId = options.createId ?? counting();
  const uploads = createMemoryUploads(clock.now);
  const start = (store: Store) =>
    startMemoryProcess(options.around?.(store) ?? store, {
      clock,
      newId,
      settings: options.settings ?? {},
      origin,
      fetchKeySet: options.fetchKeySet ?? noKeySet,
      uploads,
      app: options.app,
    });
  let tables = withTokenKey(createTables(), AGENT_TOKEN);
  let running = start(createMemoryStore(`log-${newId()}`, tables));
  const fetch = (request: Request): Promise<Response> => running.fetch(request);

  return {
    origin,
    agentToken: AGENT_TOKEN,
    appId: read.settings.messenger.appId,
    get store() {
      return running.store;
    },
    routes: () => running.routes(),
    fetch,
    openSocket: (url) => running.openSocket(url),
    agent: createAgentCalls(origin, fetch),
    tellWebhooks: () => running.tellWebhooks(),
    restart: () => {
      running.stop();
      running = start(running.store);
    },
    resetLog: (keep) => {
      running.stop();
      tables = keep === 'people' ? withoutMessages(tables) : withTokenKey(createTables(), AGENT_TOKEN);
      running = start(createMemoryStore(`log-${newId()}`, tables));
    },
    close: () => running.stop(),
  };
};
