import type { Storages, Store } from '../../src/platform/storage';

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

/** A storage area. Its entries are its own properties, as in a browser. */
export const createFakeStorage = (entries: Record<string, string> = {}): Storage =>
  Object.assign(Object.create(methods), entries);

/** A storage area that can be read but refuses every write, as on a full disk or in a private window. */
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

/** A storage area with room for so many characters, as one that other scripts of the page fill. */
export const createTightStorage = (room: () => number): Storage =>
  Object.create({
    ...methods,
    setItem(this: Record<string, string>, key: string, value: string) {
      const others = Object.entries(this).filter(([name]) => name !== key);
      if ([...others, [key, value]].flat().join('').length > room())
        throw new DOMException('full', 'QuotaExceededError');
      this[key] = value;
    },
  });

/** The storage part of a page's window. Access to an omitted area throws. */
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

/** A store that keeps its entries in a map, for tests that are not about storage itself. */
export const createFakeStore = (
  entries: Record<string, string> = {},
): Store & { map: Map<string, string> } => {
  const map = new Map(Object.entries(entries));
  return {
    map,
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    setAll: (entries) => entries.every(([key, value]) => map.set(key, value)),
    remove: (key) => void map.delete(key),
    tell() {},
    keys: (prefix) => [...map.keys()].filter((k) => k.startsWith(prefix)),
  };
};

/** The stores of one page whose visitor allows all; no other tab writes. */
export const createFakeStorages = (lasting: Store = createFakeStore()): Storages => ({
  lasting,
  session: createFakeStore(),
  firstConsent: 'all',
  setConsent() {},
  removeForbidden() {},
  keeps: () => true,
  onForeignChange: () => () => {},
});
