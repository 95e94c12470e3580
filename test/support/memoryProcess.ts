import type { Bus } from '../../examples/support-desk/server/bus/bus';
import {
  createDeskSettings,
  fixedOperator,
} from '../../examples/support-desk/server/domain/settings/deskSettings';
import { createRates } from '../../examples/support-desk/server/http/rates';
import { createPublicKeys, type FetchKeySet } from '../../examples/support-desk/server/keys/publicKeys';
import type { Clock } from '../../examples/support-desk/server/process/clock';
import { createBayeux } from '../../examples/support-desk/server/realtime/bayeux';
import type { FrameListener, FrameSocket } from '../../examples/support-desk/server/realtime/frameSocket';
import { messagesOfPost } from '../../examples/support-desk/server/realtime/parseMessages';
import { followOn } from '../../examples/support-desk/server/realtime/topicOf';
import { createApp } from '../../examples/support-desk/server/start/createApp';
import { createAuthority } from '../../examples/support-desk/server/start/createAuthority';
import { type AppDeps, createDeps } from '../../examples/support-desk/server/start/createDeps';
import type { Store } from '../../examples/support-desk/server/store/store';
import type { Uploads } from '../../examples/support-desk/server/uploads/uploads';
import { createMemorySocket, type MemorySocket } from './memorySocket';

export const AGENT_TOKEN = 'agent-token';

/** How often a process sends what the others have left, as `start.ts` does. */
const PUBLICATIONS_MS = 1000;
/** How often an event stream gives a sign of life, as `realtime/sockets.ts` does. */
const BEAT_MS = 4000;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type MemoryProcessDeps = {
  clock: Clock;
  /** Source of ids, tokens and Bayeux client ids. Must never repeat, nor give what another process has given. */
  newId: () => string;
  /** The content of settings.json. */
  settings: unknown;
  origin: string;
  fetchKeySet: FetchKeySet;
  uploads: Uploads;
  /** Connects it to the other processes; it is the only one by default. */
  bus?: Bus;
  /** More that the app works with, such as the demo. */
  app?: Partial<AppDeps>;
};

/** A process of the desk, without a network. */
export type MemoryProcess = ReturnType<typeof startMemoryProcess>;

/** Sends every second what other processes still have to hear. @returns ends it */
const sweepRegularly = (sweep: () => Promise<void>, { after }: Clock): (() => void) => {
  let cancel = (): void => undefined;
  let isRunning = false;
  const round = (): void => {
    cancel = after(PUBLICATIONS_MS, round);
    if (isRunning) return;
    isRunning = true;
    const end = (): void => {
      isRunning = false;
    };
    sweep().then(end, end);
  };
  cancel = after(PUBLICATIONS_MS, round);
  return () => cancel();
};

/** Starts the real server on a store in memory. */
export const startMemoryProcess = (store: Store, deps: MemoryProcessDeps) => {
  const { clock, newId, origin, bus } = deps;
  const { now } = clock;
  const sockets = new Set<MemorySocket>();
  const publicKeys = createPublicKeys({ now, log: SILENT, fetchText: deps.fetchKeySet });
  const shared = {
    store,
    now,
    rates: createRates({ log: SILENT }),
    publicKeys,
    ...createDeskSettings(fixedOperator(deps.settings), store),
  };
  const bayeux = createBayeux(createAuthority(shared), {
    clock,
    newClientId: () => `client${newId()}`,
    originOf: () => origin,
    follow: followOn(bus),
  });
  const input = {
    ...shared,
    bus,
    fanOut: bayeux,
    after: clock.after,
    uploads: deps.uploads,
    localeWords: () => ({ locale: 'en-us' }),
    visitorText: () => 'A text of the desk.',
    roots: { repository: '/nowhere' },
    publicUrl: origin,
    newId,
    newToken: () => `token-${newId()}`,
    log: SILENT,
    ...deps.app,
  };
  const parts = createDeps(input);
  const app = createApp(input, parts);
  const stopSweeping = bus && sweepRegularly(parts.publishing.sweep, clock);

  const poll = async (request: Request): Promise<Response> => {
    const body = await request.text();
    const messages = messagesOfPost(request.headers.get('content-type') ?? undefined, body);
    if (!messages) return new Response(null, { status: 400 });
    return Response.json(await bayeux.process(messages, request));
  };
  const fetch = async (request: Request): Promise<Response> =>
    new URL(request.url).pathname === '/faye' ? poll(request) : app.fetch(request);

  const openStream = (clientId: string, outlet: FrameSocket): FrameListener => {
    const end = bayeux.stream(clientId, outlet, {});
    let stop = (): void => undefined;
    const beat = (): void => {
      outlet.send('[]');
      stop = clock.after(BEAT_MS, beat);
    };
    beat();
    const closed = (): void => {
      stop();
      end();
    };
    return { receive: () => undefined, isUsed: () => true, closed };
  };

  return {
    store,
    routes: () => app.routes,
    /** Runs the round that tells webhooks what is due. */
    tellWebhooks: async (): Promise<void> => {
      await parts.deliveries.begin();
      await parts.deliveries.idle();
    },
    /** Answers any call of the desk, including long polls of the Bayeux endpoint. */
    fetch,
    /**
     * Opens a websocket to the Bayeux endpoint with the browser's interface. It opens a microtask later. With a client's
     * id in its address it is the client's event stream.
     */
    openSocket: (url = `${origin.replace('http', 'ws')}/faye`): MemorySocket => {
      const clientId = /\/faye\/(.+)$/.exec(url)?.[1];
      const socket = createMemorySocket(
        url,
        (outlet) => (clientId ? openStream(clientId, outlet) : bayeux.accept(outlet, {})),
        () => sockets.delete(socket),
      );
      sockets.add(socket);
      return socket;
    },
    agent: createAgentCalls(origin, fetch),
    /** Kills it: connections and timers end, and it sends nothing more. */
    stop: (): void => {
      stopSweeping?.();
      void bus?.close();
      for (const socket of [...sockets]) socket.close();
      bayeux.close();
    },
  };
};

/** The agent API of a desk. Each call throws if the desk refuses it. */
export type AgentCalls = {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** @returns the message as the desk stored it */
  send(conversationId: string, body: unknown): Promise<Record<string, unknown>>;
  activity(conversationId: string, type: string): Promise<void>;
};

export const createAgentCalls = (
  origin: string,
  fetch: (request: Request) => Promise<Response>,
): AgentCalls => {
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
  };
};
