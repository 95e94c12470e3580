/** Named text storage that never throws: where the browser forbids storage, it uses memory. */
export type SafeStorage = {
  get(key: string): string | undefined;
  /** The same, as another tab may have changed it. */
  fresh(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** `open` returns the browser's storage. Both `open` and the storage may throw. */
export const createSafeStorage = (open: () => Storage | undefined): SafeStorage => {
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
  };
};
