import { listen, undoAll } from './disposer';
import type { TabChannel } from './tabChannel';

/** How much of the browser's storage the visitor allows. */
export type ConsentLevel = 'all' | 'functional' | 'none';

/**
 * Keys of analytics and campaign history; `functional` consent allows all others. A test by key also covers
 * entries that an earlier page has written.
 */
const HISTORY = /^(campaigns|analytics)/;

/** What tabs tell each other even where they store nothing: that a visitor leaves, and a lower level of consent. */
const TOLD = /(\.exit|-consent)$/;

/** The prefix of every key. */
export const STORAGE_PREFIX = 'ZD-';

/**
 * A store that obeys the consent level. It never throws; values that the browser cannot keep stay in memory
 * for this page.
 */
export type Store = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Tells other tabs, by an entry that is removed at once, or by a channel where the browser stores nothing. */
  tell(key: string, value: string): void;
  /** The keys that start with the prefix, in the browser and in memory. */
  keys(prefix: string): string[];
};

export type Storages = {
  /** Outlives the browser session when history is remembered, else only the tab. */
  lasting: Store;
  /** Outlives a reload of this tab. */
  session: Store;
  /** The consent level that the page's first calls set, before anything was read. */
  readonly firstConsent: ConsentLevel;
  /** Sets the consent level. Entries that are no longer allowed move from the browser to memory. */
  setConsent(level: ConsentLevel): void;
  /** Removes what an earlier page has kept and this one may not keep. Nothing of it is read. */
  removeForbidden(): void;
  /**
   * Reports changes made by other tabs. A tab that may store nothing hears only what they tell: what they store is not
   * its visitor.
   * @param run called with the key (null when all was cleared) and the new value (null when it was removed)
   * @returns a function that removes the listener
   */
  onForeignChange(run: (key: string | null, value: string | null) => void): () => void;
};

type Area = 'localStorage' | 'sessionStorage';

/** @param channel opened once the browser does not store something */
const createStore = (host: Window, area: Area, allows: (key: string) => boolean, channel?: TabChannel) => {
  const memory = new Map<string, string>();
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
  const store: Store = {
    get: (key) => memory.get(key) ?? (allows(key) ? read(key) : null),
    set(key, value) {
      const done = allows(key) && native((s) => s.setItem(STORAGE_PREFIX + key, value) ?? true);
      // Keep a copy in memory only if the browser holds none; otherwise it would hide what other tabs write.
      if (done) return void memory.delete(key);
      memory.set(key, value);
      // The other tabs may be unable to store what they tell.
      channel?.pass();
    },
    remove(key) {
      memory.delete(key);
      native((s) => s.removeItem(STORAGE_PREFIX + key));
    },
    tell: (key, value) => {
      const done = native((s) => s.setItem(STORAGE_PREFIX + key, value) ?? true);
      native((s) => s.removeItem(STORAGE_PREFIX + key));
      if (!done) channel?.pass(STORAGE_PREFIX + key, value);
    },
    keys: (prefix) => [
      ...new Set([...kept().filter(allows), ...memory.keys()].filter((k) => k.startsWith(prefix))),
    ],
  };
  const removeForbidden = () => {
    for (const key of kept()) if (!allows(key)) store.remove(key);
  };
  const applyConsent = () => {
    for (const key of kept()) {
      if (allows(key)) continue;
      // The value in memory is newer: the browser had no space for it.
      const value = store.get(key) ?? read(key);
      store.remove(key);
      if (value !== null) memory.set(key, value);
    }
    for (const [key, value] of [...memory]) store.set(key, value);
  };
  return { store, applyConsent, removeForbidden, native };
};

/**
 * Creates the stores.
 * @param host the page whose storage is used
 * @param remember whether `lasting` is localStorage; else sessionStorage
 * @param consent the level until `setConsent` changes it
 * @param channel tells other tabs where storage is full or blocked
 */
export const createStorages = (
  host: Window,
  remember: boolean,
  consent: ConsentLevel = 'all',
  channel?: TabChannel,
): Storages => {
  let level = consent;
  const allows = (key: string) => level === 'all' || (level === 'functional' && !HISTORY.test(key));
  // The visitor of a tab's storage is no other tab's.
  const session = createStore(host, 'sessionStorage', allows);
  const lasting = remember ? createStore(host, 'localStorage', allows, channel) : session;
  return {
    lasting: lasting.store,
    session: session.store,
    firstConsent: consent,
    removeForbidden() {
      session.removeForbidden();
      lasting.removeForbidden();
    },
    onForeignChange(run) {
      const hear = (key: string | null, value: string | null) => {
        if (level === 'none' && !TOLD.test(key as string)) return;
        if (key === null) run(null, null);
        else if (key.startsWith(STORAGE_PREFIX)) run(key.slice(STORAGE_PREFIX.length), value);
      };
      const stop = listen(host, 'storage', (event) => {
        const { key, newValue, storageArea } = event as StorageEvent;
        // Ignore session storage: only frames of this same tab can change it, so the event is no logout
        // elsewhere.
        if (!session.native((s) => s === storageArea)) hear(key, newValue);
      });
      return channel ? undoAll([stop, channel.hear(hear)]) : stop;
    },
    setConsent(next) {
      const isNews = level !== next;
      level = next;
      session.applyConsent();
      lasting.applyConsent();
      if (isNews) lasting.store.tell('consent', next);
    },
  };
};
