import type { Store } from '../../src/platform/storage';

const methods = {
  getItem(this: Record<string, string>, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = String(value);
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};

/** One storage area; its entries are its own keys, as a browser's are. */
export const createFakeStorage = (entries: Record<string, string> = {}): Storage =>
  Object.assign(Object.create(methods), entries);

/** An area that reads and, as a full disk or a private window does, refuses every write. */
export const createFullStorage = (entries: Record<string, string> = {}): Storage =>
  Object.assign(
    Object.create({
      ...methods,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }),
    entries,
  );

/** A page's window as far as storage goes; an area left out throws as soon as it is looked at. */
export const createStorageHost = (areas: { local?: Storage; session?: Storage }): Window => {
  const area = (storage: Storage | undefined) => ({
    get: () => {
      if (!storage) throw new DOMException('denied', 'SecurityError');
      return storage;
    },
  });
  return Object.defineProperties({} as Window, {
    localStorage: area(areas.local),
    sessionStorage: area(areas.session),
  });
};

/** A store that keeps everything in a map, for what is not about storage itself. */
export const createFakeStore = (
  entries: Record<string, string> = {},
): Store & { map: Map<string, string> } => {
  const map = new Map(Object.entries(entries));
  return {
    map,
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
    keys: (prefix) => [...map.keys()].filter((k) => k.startsWith(prefix)),
  };
};
