/** Named text storage that never throws. Without the browser's storage, it uses memory. */
export type SafeStorage = {
  get(key: string): string | undefined;
  /** The same, read again because another tab may have changed it. */
  fresh(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Calls `hear` when another tab has changed this text. */
  onForeignChange(key: string, hear: () => void): void;
};

/**
 * `open` returns the browser's storage. Both `open` and the storage may throw.
 * @param page reports changes by other tabs
 */
export const createSafeStorage = (
  open: () => Storage | undefined,
  page?: Pick<EventTarget, 'addEventListener'>,
): SafeStorage => {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open();
      return storage && use(storage);
    } catch {
      return undefined;
    }
  };
  return {
    fresh: (key) => attempt((storage) => storage.getItem(key)) ?? memory.get(key),
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => {
      memory.set(key, value);
      attempt((storage) => storage.setItem(key, value));
    },
    remove: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    onForeignChange: (key, hear) =>
      page?.addEventListener('storage', (event) => {
        if ((event as StorageEvent).key !== key) return;
        memory.delete(key);
        hear();
      }),
  };
};
