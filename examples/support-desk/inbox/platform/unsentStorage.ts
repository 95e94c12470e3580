import { createSafeStorage, type SafeStorage } from './storage';

/** Where a tab keeps what its agent has written but not sent. */
export type UnsentStorage = {
  own: SafeStorage;
  /** Whether it outlives the tab. */
  lasts: boolean;
  /** Passes on what each closed tab left, and removes it if `take` returns true. */
  takeLeft(take: (left: SafeStorage) => boolean): Promise<void>;
  /** The tab is closing: others may take over its content. */
  release(): void;
};

type UnsentStorageDeps = {
  local(): Storage;
  session(): Storage;
  /** Browsers omit them on pages without https. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** The inbox's address: an origin may have the inboxes of several desks. */
  place: string;
  newId(): string;
};

const TAB = 'porch.tabId';
/** What earlier versions kept in the tab. */
const OLD_KEY = /^porch\.agent/;

const canWrite = (open: () => Storage): boolean => {
  try {
    open().setItem(TAB, '');
    open().removeItem(TAB);
    return true;
  } catch {
    return false;
  }
};

/** The part of a storage whose keys begin with `prefix`. */
const partOf = (storage: SafeStorage, prefix: string): SafeStorage => ({
  get: (key) => storage.get(prefix + key),
  fresh: (key) => storage.fresh(prefix + key),
  set: (key, value) => storage.set(prefix + key, value),
  remove: (key) => storage.remove(prefix + key),
  onForeignChange: (key, hear) => storage.onForeignChange(prefix + key, hear),
});

/**
 * Each tab has a part of the browser's storage, and a lock that ends with the tab, so that other tabs know whether it
 * is closed. Without locks, the tab's own storage is used, which ends with it.
 */
export const openUnsentStorage = async (deps: UnsentStorageDeps): Promise<UnsentStorage> => {
  const { locks, place } = deps;
  const tab = createSafeStorage(deps.session);
  const all = createSafeStorage(deps.local);
  const name = (id: string): string => `porch.unsent ${place} ${id}`;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  /** Holds the lock of a tab's id until the tab closes, unless another tab holds it. */
  const hold = (id: string): Promise<boolean> =>
    new Promise((resolve) => {
      const until = (lock: Lock | null): Promise<void> | undefined => {
        resolve(lock !== null);
        return lock ? released : undefined;
      };
      locks?.request(name(id), { ifAvailable: true }, until).catch(() => resolve(false));
    });
  const claim = async (): Promise<string | undefined> => {
    if (!locks || !canWrite(deps.local)) return undefined;
    const known = tab.get(TAB);
    if (known !== undefined && (await hold(known))) return known;
    // This is a new tab, or the copy of a tab, which has the original's id.
    const id = deps.newId();
    return (await hold(id)) ? id : undefined;
  };

  const id = await claim();
  if (id === undefined) return { own: tab, lasts: false, takeLeft: async () => {}, release };
  tab.set(TAB, id);
  const own = partOf(all, `${name(id)} `);
  for (const key of Object.keys(deps.session()).filter((one) => OLD_KEY.test(one))) {
    own.set(key, tab.get(key) ?? '');
    tab.remove(key);
  }
  const keysOf = (start: string): string[] =>
    Object.keys(deps.local()).filter((key) => key.startsWith(start));
  const others = (): Set<string> =>
    new Set(keysOf(name('')).map((key) => key.slice(name('').length).split(' ')[0] ?? ''));
  return {
    own,
    lasts: true,
    takeLeft: async (take) => {
      for (const other of others()) {
        const start = `${name(other)} `;
        await locks?.request(name(other), { ifAvailable: true }, (lock) => {
          if (other !== id && lock && take(partOf(all, start))) keysOf(start).forEach(all.remove);
        });
      }
    },
    release,
  };
};
