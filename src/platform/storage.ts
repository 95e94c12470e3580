import { listen } from './disposer';

/** SPEC.md section 6: how much of the browser's storage the visitor allows. */
export type ConsentLevel = 'all' | 'functional' | 'none';

/**
 * How the keys of analytics and campaign history begin: `functional` consent allows all but these (DESIGN.md 3.17). By its
 * key, what an earlier page has written is known too.
 */
const HISTORY = /^(campaigns|analytics)/;

/** SPEC.md section 3: every key of ours starts with this. */
export const STORAGE_PREFIX = 'ZD-';

/** A consent-gated store. It never throws: what the browser refuses to keep is kept in memory for this page. */
export type Store = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** The keys that start with this, whether the browser or this page's memory holds them. */
  keys(prefix: string): string[];
};

export type Storages = {
  /** Survives the browser when history is remembered, else the tab (SPEC.md section 3, storageType). */
  lasting: Store;
  /** Survives a reload of this tab. */
  session: Store;
  /** Sets the consent; what is no longer allowed is removed from the browser and kept in memory. */
  setConsent(level: ConsentLevel): void;
  /**
   * Tells of changes that other tabs make.
   * @param run is given the key, null when all was cleared, and the new value, null when it was removed
   */
  onForeignChange(run: (key: string | null, value: string | null) => void): () => void;
};

type Area = 'localStorage' | 'sessionStorage';

/** Reading the property itself throws where storage is blocked. */
const readArea = (host: Window, area: Area): Storage | undefined => {
  try {
    return host[area];
  } catch {
    return undefined;
  }
};

const createStore = (host: Window, area: Area, allows: (key: string) => boolean) => {
  const memory = new Map<string, string>();
  // Reading the property itself throws where storage is blocked.
  const native = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(host[area]);
    } catch {
      return undefined;
    }
  };
  /** Our keys in the browser, without their prefix. */
  const kept = () =>
    (native((s) => Object.keys(s)) ?? [])
      .filter((k) => k.startsWith(STORAGE_PREFIX))
      .map((k) => k.slice(STORAGE_PREFIX.length));
  const read = (key: string) => native((s) => s.getItem(STORAGE_PREFIX + key)) ?? null;
  const store: Store = {
    get: (key) => memory.get(key) ?? (allows(key) ? read(key) : null),
    set(key, value) {
      const done = allows(key) && native((s) => s.setItem(STORAGE_PREFIX + key, value) ?? true);
      // A copy in memory would hide what another tab writes, so it is held only where the browser holds none.
      if (done) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      native((s) => s.removeItem(STORAGE_PREFIX + key));
    },
    keys: (prefix) => [
      ...new Set([...kept().filter(allows), ...memory.keys()].filter((k) => k.startsWith(prefix))),
    ],
  };
  const applyConsent = () => {
    for (const key of kept()) {
      if (allows(key)) continue;
      // What memory holds is newer: the browser had no room for it.
      const value = store.get(key) ?? read(key);
      store.remove(key);
      if (value !== null) memory.set(key, value);
    }
    for (const [key, value] of [...memory]) store.set(key, value);
  };
  return { store, applyConsent };
};

/**
 * @param host the page whose storage is used
 * @param remember whether `lasting` is localStorage, else sessionStorage
 * @param consent the level until `setConsent` says otherwise
 */
export const createStorages = (host: Window, remember: boolean, consent: ConsentLevel = 'all'): Storages => {
  let level = consent;
  const allows = (key: string) => level === 'all' || (level === 'functional' && !HISTORY.test(key));
  const session = createStore(host, 'sessionStorage', allows);
  const lasting = remember ? createStore(host, 'localStorage', allows) : session;
  return {
    lasting: lasting.store,
    session: session.store,
    onForeignChange: (run) =>
      listen(host, 'storage', (event) => {
        const { key, newValue, storageArea } = event as StorageEvent;
        // A frame of this very tab may change the tab's own storage; that is nobody's logout.
        if (storageArea && storageArea === readArea(host, 'sessionStorage')) return;
        if (key === null) run(null, null);
        else if (key.startsWith(STORAGE_PREFIX)) run(key.slice(STORAGE_PREFIX.length), newValue);
      }),
    setConsent(next) {
      level = next;
      session.applyConsent();
      lasting.applyConsent();
    },
  };
};
