import { listen } from './disposer';

/** SPEC.md section 6: how much of the browser's storage the visitor allows. */
export type ConsentLevel = 'all' | 'functional' | 'none';

/** What an entry is for; `functional` consent allows identity, session and drafts, nothing else (DESIGN.md 3.17). */
export type Purpose = 'functional' | 'history';

/** SPEC.md section 3: every key of ours starts with this. */
export const STORAGE_PREFIX = 'ZD-';

/** A consent-gated store. It never throws: what the browser refuses to keep is kept in memory for this page. */
export type Store = {
  get(key: string): string | null;
  set(key: string, value: string, purpose?: Purpose): void;
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

const createStore = (host: Window, area: Area, allows: (purpose: Purpose) => boolean) => {
  const memory = new Map<string, { value: string; purpose: Purpose }>();
  // Reading the property itself throws where storage is blocked.
  const native = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(host[area]);
    } catch {
      return undefined;
    }
  };
  const store: Store = {
    get: (key) =>
      memory.get(key)?.value ??
      (allows('functional') ? (native((s) => s.getItem(STORAGE_PREFIX + key)) ?? null) : null),
    set(key, value, purpose = 'functional') {
      const kept = allows(purpose) && native((s) => s.setItem(STORAGE_PREFIX + key, value) ?? true);
      // A copy in memory would hide what another tab writes, so it is held only where the browser holds none.
      if (kept) memory.delete(key);
      else memory.set(key, { value, purpose });
    },
    remove(key) {
      memory.delete(key);
      native((s) => s.removeItem(STORAGE_PREFIX + key));
    },
    keys(prefix) {
      const kept = allows('functional') ? native((s) => Object.keys(s)) : undefined;
      const own = (kept ?? [])
        .filter((k) => k.startsWith(STORAGE_PREFIX + prefix))
        .map((k) => k.slice(STORAGE_PREFIX.length));
      return [...new Set([...own, ...[...memory.keys()].filter((k) => k.startsWith(prefix))])];
    },
  };
  const applyConsent = () => {
    const keys = native((s) => Object.keys(s)) ?? [];
    for (const full of keys) {
      if (!full.startsWith(STORAGE_PREFIX) || allows('functional')) continue;
      const value = native((s) => s.getItem(full));
      const key = full.slice(STORAGE_PREFIX.length);
      // What memory holds is newer: the browser had no room for it.
      if (value != null && !memory.has(key)) memory.set(key, { value, purpose: 'functional' });
      native((s) => s.removeItem(full));
    }
    for (const [key, { value, purpose }] of [...memory]) if (allows(purpose)) store.set(key, value, purpose);
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
  const allows = (purpose: Purpose) =>
    level === 'all' || (level === 'functional' && purpose === 'functional');
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
