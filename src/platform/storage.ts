import { listen, undoAll } from './disposer';
import type { TabChannel } from './tabChannel';

/** How much of the browser's storage the visitor allows. */
export type ConsentLevel = 'all' | 'functional' | 'none';

/**
 * Keys of analytics and campaign history; `functional` consent allows all others. A test by key also covers
 * entries that an earlier page has written.
 */
const HISTORY = /^~*(campaigns|analytics)/;

/** Marks, before its key, an entry of the lasting store that the tab keeps because the browser had no room. */
export const OF_TAB = '~';

/** The entry that a tab never keeps for itself: it would hide that the visitor leaves in another tab. */
const EXIT = /\.exit$/;

/** What tabs report to each other even where they store nothing: that a visitor leaves, and a lower consent level. */
const TOLD = /(\.exit|-consent)$/;

/** The prefix of every key. */
export const STORAGE_PREFIX = 'ZD-';

/**
 * A store that obeys the consent level. It never throws. An entry without room in the browser goes into the tab's
 * storage, and is tried again with the next entry that fits. One without room in either stays in memory for this page.
 */
export type Store = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  /**
   * Stores entries that belong together: all in one place. An empty value means none.
   * @returns whether the browser has them
   */
  setAll(entries: readonly Entry[]): boolean;
  remove(key: string): void;
  /** Tells other tabs, by an entry that is removed at once, or by a channel where the browser stores nothing. */
  tell(key: string, value: string): void;
  /** The keys that start with the prefix, in the browser and in memory. */
  keys(prefix: string): string[];
};

type Entry = readonly [key: string, value: string];

export type Storages = {
  /** Outlives the browser session when history is remembered, else only the tab. */
  lasting: Store;
  /** Outlives a reload of this tab. */
  session: Store;
  /** The consent level that the page's first calls set, before anything was read. */
  readonly firstConsent: ConsentLevel;
  /** Sets the consent level. Entries that are no longer allowed move from the browser to memory. */
  setConsent(level: ConsentLevel): void;
  /** Removes, unread, what an earlier page has kept and this one may not keep. */
  removeForbidden(): void;
  /** Whether what the visitor does outlives this page. Stores something for a moment to find out. */
  keeps(): boolean;
  /**
   * Reports changes made by other tabs. A tab that may store nothing hears only what they report: what they store is
   * not about its visitor.
   * @param run called with the key (null when all was cleared) and the new value (null when it was removed)
   * @returns a function that removes the listener
   */
  onForeignChange(run: (key: string | null, value: string | null) => void): () => void;
};

type Area = 'localStorage' | 'sessionStorage';

/** Where a store keeps what the browser refuses. */
type Rest = {
  get(key: string): string | null | undefined;
  set(key: string, value: string): unknown;
  delete(key: string): unknown;
  keys(): Iterable<string>;
};

/** @param channel opened once the browser does not store something; without it, the store is this tab's alone */
const createStore = (
  host: Window,
  area: Area,
  allows: (key: string) => boolean,
  rest: Rest,
  channel?: TabChannel,
) => {
  // Reading the property itself throws where storage is blocked.
  const native = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(host[area]);
    } catch {
      return undefined;
    }
  };
  /** Our keys in the browser, without the prefix. */
  const kept = () =>
    (native((s) => Object.keys(s)) ?? [])
      .filter((k) => k.startsWith(STORAGE_PREFIX))
      .map((k) => k.slice(STORAGE_PREFIX.length));
  const read = (key: string) => native((s) => s.getItem(STORAGE_PREFIX + key)) ?? null;
  /** @returns whether it is there now, or gone */
  const write = (key: string, value: string | null) => {
    native((s) =>
      value === null ? s.removeItem(STORAGE_PREFIX + key) : s.setItem(STORAGE_PREFIX + key, value),
    );
    return read(key) === value;
  };
  const setAll = (entries: readonly Entry[]) => {
    const allowed = entries.every(([key]) => allows(key));
    const before = allowed ? entries.map(([key]) => [key, read(key)] as const) : [];
    const done = allowed && entries.every(([key, value]) => write(key, value || null));
    // Keep a copy in the rest only if the browser holds none; otherwise it would hide what other tabs write.
    for (const [key, value] of entries)
      if (done) rest.delete(key);
      else rest.set(key, value);
    if (!done) {
      for (const [key, value] of before) write(key, value);
      // The other tabs may be unable to store what they report.
      channel?.pass();
    }
    return done;
  };
  /** Stores what had no room, unless another tab has stored something in its place. */
  const flush = () => {
    const left = [...rest.keys()].filter(allows);
    if (!channel || left.every((key) => read(key) === null))
      setAll(left.map((key) => [key, rest.get(key) ?? '']));
  };
  const store: Store = {
    get: (key) => rest.get(key) ?? (allows(key) ? read(key) : null),
    set(key, value) {
      if (setAll([[key, value]]) && channel) flush();
    },
    setAll,
    remove(key) {
      rest.delete(key);
      write(key, null);
    },
    tell: (key, value) => {
      const done = write(key, value);
      write(key, null);
      if (!done) channel?.pass(STORAGE_PREFIX + key, value);
    },
    keys: (prefix) => [
      ...new Set([...kept().filter(allows), ...rest.keys()].filter((k) => k.startsWith(prefix))),
    ],
  };
  /** Removes what is not allowed. @param keep whether to keep it in memory for this page */
  const obey = (keep?: boolean) => {
    for (const key of kept()) {
      if (allows(key)) continue;
      // The value in the rest is newer: the browser had no space for it.
      const value = keep && (rest.get(key) ?? read(key));
      store.remove(key);
      if (value) rest.set(key, value);
    }
    if (keep) flush();
  };
  return { store, obey, native };
};

/** What the tab keeps for the lasting store. */
const ofTab = (session: Store): Rest => ({
  get: (key) => session.get(OF_TAB + key),
  set: (key, value) => EXIT.test(key) || session.set(OF_TAB + key, value),
  delete: (key) => session.remove(OF_TAB + key),
  keys: () => session.keys(OF_TAB).map((key) => key.slice(OF_TAB.length)),
});

/**
 * Creates the stores.
 * @param host the page whose storage is used
 * @param remember whether `lasting` is localStorage; otherwise sessionStorage
 * @param consent the level until `setConsent` changes it
 * @param channel reports to other tabs where storage is full or blocked
 */
export const createStorages = (
  host: Window,
  remember: boolean,
  consent: ConsentLevel = 'all',
  channel?: TabChannel,
): Storages => {
  let level = consent;
  const allows = (key: string) => level === 'all' || (level === 'functional' && !HISTORY.test(key));
  const memory = new Map<string, string>();
  // No other tab has the visitor of this tab's storage.
  const session = createStore(host, 'sessionStorage', allows, memory);
  const lasting = remember
    ? createStore(host, 'localStorage', allows, ofTab(session.store), channel)
    : session;
  return {
    lasting: lasting.store,
    session: session.store,
    firstConsent: consent,
    keeps() {
      const { size } = memory;
      // As long as the first entries of a visitor.
      lasting.store.set('room', 'x'.repeat(400));
      const is = memory.size <= size;
      lasting.store.remove('room');
      return is;
    },
    removeForbidden() {
      session.obey();
      lasting.obey();
    },
    onForeignChange(run) {
      const hear = (key: string | null, value: string | null) => {
        if (level === 'none' && !TOLD.test(key as string)) return;
        if (key === null) run(null, null);
        else if (key.startsWith(STORAGE_PREFIX)) run(key.slice(STORAGE_PREFIX.length), value);
      };
      const stop = listen(host, 'storage', (event) => {
        const { key, newValue, storageArea } = event as StorageEvent;
        // Ignore session storage: only frames of this same tab can change it, so the event does not mean a logout
        // elsewhere.
        if (!session.native((s) => s === storageArea)) hear(key, newValue);
      });
      return channel ? undoAll([stop, channel.hear(hear)]) : stop;
    },
    setConsent(next) {
      const isNews = level !== next;
      level = next;
      session.obey(true);
      lasting.obey(true);
      if (isNews) lasting.store.tell('consent', next);
    },
  };
};
