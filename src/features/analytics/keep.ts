/** A few texts, in the browser's storage where that is allowed and possible, otherwise for this page alone. */
export type Keep = {
  get(name: string): string | null;
  set(name: string, value: string): void;
  /** Forgets everything, in the browser's storage too. */
  clear(): void;
};

/** The consent level `functional` forbids keys with this prefix; `platform/storage` removes them, too. */
const PREFIX = 'ZD-analytics.';
const NAMES = ['buid', 'suid', 'page', 'settings'];

/**
 * @param area the browser's storage; reading it may throw
 * @param allowed whether the consent allows to use it now
 */
export const createKeep = (area: () => Storage, allowed: () => boolean): Keep => {
  const memory = new Map<string, string>();
  const use = <T>(run: (storage: Storage) => T): T | undefined => {
    try {
      return run(area());
    } catch {
      return undefined;
    }
  };
  return {
    get: (name) =>
      memory.get(name) ?? ((allowed() && use((storage) => storage.getItem(PREFIX + name))) || null),
    set(name, value) {
      const stored = allowed() && use((storage) => storage.setItem(PREFIX + name, value) ?? true);
      // A copy in memory would hide what other tabs write.
      if (stored) memory.delete(name);
      else memory.set(name, value);
    },
    clear() {
      memory.clear();
      for (const name of NAMES) use((storage) => storage.removeItem(PREFIX + name));
    },
  };
};
