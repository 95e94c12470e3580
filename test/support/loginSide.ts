import { type Chunks, lazyChunks } from '../../src/delivery/chunks';
import type { Message } from '../../src/model/message';
import { createStorages } from '../../src/platform/storage';
import { createSlices } from '../../src/slices/createSlices';
import { decodeConfig } from '../../src/wire/config';
import { createDeliveryWithLogins } from './deliveryWithLogins';
import { createFakeClock, type FakeClock, flush } from './fakeClock';
import { createFakePage } from './fakePage';
import type { MemoryDesk } from './memoryDesk';

/**
 * The storage shared by the tabs of one browser. A change triggers an event in all tabs except the one that
 * made it.
 */
export const createSharedBrowser = () => {
  const entries = new Map<string, string>();
  const tabs = new Set<(event: { key: string; newValue: string | null }) => void>();
  return {
    entries,
    /** Creates the window of one tab. */
    openHost(): Window {
      const own = new Set<(event: never) => void>();
      const hear = (event: object) => {
        for (const run of own) run(event as never);
      };
      tabs.add(hear);
      const tell = (key: string, newValue: string | null) => {
        // A browser notifies other tabs only after the current tab's script has finished.
        for (const tab of tabs) if (tab !== hear) setImmediate(() => tab({ key, newValue }));
      };
      const area = new Proxy({} as Record<string, unknown>, {
        get: (_, name) =>
          ({
            getItem: (key: string) => entries.get(key) ?? null,
            setItem(key: string, value: string) {
              if (entries.get(key) === value) return;
              entries.set(key, value);
              tell(key, value);
            },
            removeItem(key: string) {
              if (entries.delete(key)) tell(key, null);
            },
          })[name as string],
        ownKeys: () => [...entries.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: '' }),
      });
      return {
        localStorage: area,
        sessionStorage: area,
        addEventListener: (_: string, run: (event: never) => void) => own.add(run),
        removeEventListener: (_: string, run: (event: never) => void) => own.delete(run),
      } as unknown as Window;
    },
  };
};

export type SharedBrowser = ReturnType<typeof createSharedBrowser>;

export type Seen = {
  method: string;
  path: string;
  authorization: string | null;
  body: unknown;
  status?: number;
};

let tabsMade = 0;

/**
 * A page's delivery engine over real slices, calling an in-memory desk without realtime.
 * @param chunks replaces lazy chunks
 */
export const createLoginSide = (
  desk: MemoryDesk,
  clock: FakeClock,
  browser = createSharedBrowser(),
  chunks: Partial<Chunks> = {},
) => {
  const name = `tab${++tabsMade}`;
  let ids = 0;
  // The desk takes no id that could be guessed.
  const createId = () => `${name}-0123456789abcdef-${++ids}`;
  const page = createFakePage();
  const storages = createStorages(browser.openHost(), true);
  const seen: Seen[] = [];
  const reports: string[] = [];
  /**
   * Decides the outcome of a call: `undefined` lets it through, a response replaces its answer, a promise
   * delays it.
   */
  let fate: (call: Seen) => Promise<unknown> | Response | undefined = () => undefined;
  const slices = createSlices({
    config: decodeConfig({
      messenger: {
        appId: desk.appId,
        integrationId: 'web',
        baseUrl: `${desk.origin}/sc`,
        conversationHistory: 'remember',
      },
    }),
    storages,
    createId,
    clock,
  });
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
  const delivery = createDeliveryWithLogins({
    slices,
    fetch: fetch as typeof globalThis.fetch,
    clock,
    page,
    storages,
    createId,
    chunks: { ...lazyChunks, ...chunks },
    report: (message, ...cause) => reports.push([message, ...cause.map(String)].join(' | ')),
  });
  const { user, conversations, messages } = slices;
  const log = (): readonly Message[] => messages.of(conversations.active.value?._id ?? '').value;
  return {
    slices,
    delivery,
    page,
    storages,
    browser,
    seen,
    reports,
    user,
    log,
    texts: () => log().map((m) => `${m.text}${m.status === 'sent' ? '' : ` (${m.status})`}`),
    say: (text: string) => delivery.sender.send({ text }),
    calls: (end: string) => seen.filter((c) => `${c.method} ${c.path}`.endsWith(end)),
    decide(next: typeof fate) {
      fate = next;
    },
    /** Logs in. @returns the arguments of each call of the page's callback */
    login(supply: (give: (jwt: unknown) => void) => void) {
      const told: unknown[] = [];
      delivery.loginUser(supply, (error) => told.push(error));
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

export { createFakeClock };
