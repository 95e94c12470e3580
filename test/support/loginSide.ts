import { beforeAll, beforeEach } from 'vitest';
import { type Chunks, lazyChunks } from '../../src/delivery/chunks';
import type { Message } from '../../src/model/message';
import { createStorages } from '../../src/platform/storage';
import { assembleMessenger } from './assemble';
import { createFakeClock, type FakeClock, flush } from './fakeClock';
import { FAKE_EXP, type SigningKey, signJwt } from './jwt';
import { createMemoryDesk, type MemoryDesk } from './memoryDesk';
import { createVisitorBrowser } from './visitorBrowser';

/** A browser that tells its tabs of changes once the current script has finished. */
export const createSharedBrowser = () => createVisitorBrowser(setImmediate);

export type Give = (jwt: unknown) => void;

/** Makes an empty desk with a key that signs logins, and a browser without a visitor, at one fake clock. */
const createLogins = async () => {
  const clock = createFakeClock();
  const desk = createMemoryDesk({ ...clock });
  const made = await desk.agent.call('POST', '/signing-keys', { name: 'tests' });
  const key = (made as { signingKey: SigningKey }).signingKey;
  const jwtOf = (externalId: unknown, more: Record<string, unknown> = {}) =>
    signJwt(key, { external_id: externalId, exp: FAKE_EXP, name: String(externalId), ...more });
  return {
    clock,
    desk,
    browser: createSharedBrowser(),
    key,
    jwtOf,
    /** A token that is signed with a key the desk does not know. */
    worthless: (externalId: string) =>
      signJwt({ id: key.id, secret: 'guessed' }, { external_id: externalId, exp: FAKE_EXP }),
    /** A page's function that gives the token of a person. @param after ms until it does */
    gives: (externalId: string, after = 0) => {
      const jwt = jwtOf(externalId);
      return (give: Give) => void (after ? clock.after(after, () => give(jwt)) : give(jwt));
    },
    /** The texts of each conversation at the desk, and whose it is. */
    heard: async (): Promise<{ who: string; texts: string[] }[]> => {
      const rows = await desk.store.inbox({ limit: 100, empty: false });
      return Promise.all(
        rows.map(async ({ user, conversation: { id } }) => {
          const { messages } = (await desk.agent.call('GET', `/conversations/${id}/messages`)) as {
            messages: { text: string }[];
          };
          return { who: user.externalId ?? 'nobody', texts: messages.map(({ text }) => text) };
        }),
      );
    },
    /** Waits until lazy chunks have loaded and pending work is done. */
    settle: (ms?: number) => settle(clock, ms),
  };
};

/** Makes them for each test of a file, in place of those of the test before. Loads the engine's files first. */
export const loginsForEachTest = (): Awaited<ReturnType<typeof createLogins>> => {
  const at = {} as Awaited<ReturnType<typeof createLogins>>;
  beforeAll(() => Promise.all(Object.values(lazyChunks).map((load) => load())));
  beforeEach(async () => void Object.assign(at, await createLogins()));
  return at;
};

export type Seen = {
  method: string;
  path: string;
  authorization: string | null;
  body: unknown;
  status?: number;
};

type Supply = (give: Give) => void;

let tabsMade = 0;

/**
 * A page's delivery engine over real slices, calling an in-memory desk without realtime.
 * @param chunks replaces lazy chunks
 * @param session the storage of its tab, where the visitor is stored in nothing else
 */
export const createLoginSide = (
  desk: MemoryDesk,
  clock: FakeClock,
  browser = createSharedBrowser(),
  chunks: Partial<Chunks> = {},
  session?: Storage,
) => {
  const seen: Seen[] = [];
  /**
   * Decides the outcome of a call: `undefined` lets it through, a response replaces its answer, a promise
   * delays it.
   */
  let fate: (call: Seen) => Promise<unknown> | Response | undefined = () => undefined;
  const fetch = async (url: string, { signal, ...init }: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const call: Seen = {
      method: request.method,
      path: url.slice(url.indexOf(desk.appId) + desk.appId.length),
      authorization: request.headers.get('authorization'),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    seen.push(call);
    const decided = await fate(call);
    if (decided instanceof Response) return decided;
    const answer = await desk.fetch(request);
    call.status = answer.status;
    // Turn realtime off: these tests check identities, and the client then asks the service for everything
    // else.
    const text = (await answer.text()).replace('"enabled":true', '"enabled":false');
    return new Response(text, { status: answer.status });
  };
  const messenger = assembleMessenger({
    clock,
    chunks,
    messenger: {
      appId: desk.appId,
      integrationId: 'web',
      baseUrl: `${desk.origin}/sc`,
      conversationHistory: session ? 'forget' : 'remember',
    },
    storages: createStorages(browser.openHost(session).host, !session),
    // The desk takes no id that could be guessed.
    idPrefix: `tab${++tabsMade}-0123456789abcdef`,
    fetch: fetch as typeof globalThis.fetch,
  });
  const { slices, delivery } = messenger;
  const { user, conversations, messages } = slices;
  const say = (text: string) => delivery.sender.send({ text });
  const login = (supply: Supply) => {
    const told: unknown[] = [];
    delivery.loginUser(supply, (error) => told.push(error));
    return told;
  };
  const log = (): readonly Message[] => messages.of(conversations.active.value?._id ?? '').value;
  return {
    ...messenger,
    browser,
    seen,
    user,
    log,
    texts: () => log().map((m) => `${m.text}${m.status === 'sent' ? '' : ` (${m.status})`}`),
    say,
    /** Says something, and waits. @param ms how long */
    async write(text: string, ms?: number) {
      say(text);
      await settle(clock, ms);
    },
    /** Starts the engine, and waits. @param ms how long */
    async start(ms?: number) {
      delivery.start();
      await settle(clock, ms);
    },
    calls: (end: string) => seen.filter((c) => `${c.method} ${c.path}`.endsWith(end)),
    decide(next: typeof fate) {
      fate = next;
    },
    /** Logs in. @returns the arguments of each call of the page's callback */
    login,
    /** Logs in, and waits. @param ms how long @returns as `login` */
    async logIn(supply: Supply, ms?: number) {
      const told = login(supply);
      await settle(clock, ms);
      return told;
    },
  };
};

/** Waits until lazy chunks have loaded and pending work is done. */
export const settle = async (clock: FakeClock, ms = 0): Promise<void> => {
  for (let i = 0; i < 6; i++) await flush(4);
  if (ms) await clock.advance(ms);
  for (let i = 0; i < 6; i++) await flush(4);
};
