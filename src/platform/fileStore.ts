import { STORAGE_PREFIX } from './storage';

/** Files as the browser keeps them over reloads. Everything rejects where the browser refuses, or has no room. */
export type FileStore = {
  /** @param at when, in ms */
  put(key: string, file: File, at: number): Promise<unknown>;
  get(key: string): Promise<File | undefined>;
  remove(key: string): Promise<unknown>;
  /** What is kept under keys that start with this, and since when, in ms. */
  list(prefix: string): Promise<{ key: string; at: number }[]>;
};

type Entry = { key: string; file: File; at: number };

const TABLE = 'files';

const settled = <T>(request: IDBRequest<T>, ends: IDBTransaction | IDBRequest = request): Promise<T> =>
  new Promise((resolve, reject) => {
    const done = () => resolve(request.result);
    const failed = () => reject(request.error ?? new Error('The browser keeps no files'));
    ends.addEventListener(ends === request ? 'success' : 'complete', done);
    for (const name of ['error', 'abort']) ends.addEventListener(name, failed);
  });

/**
 * The database is opened anew for each use and closed again: a page that holds none open is in nobody's way.
 * @param idb missing where the browser has none, or lets nobody at it
 */
export const createFileStore = (idb: IDBFactory | undefined): FileStore => {
  const use = async <T>(
    mode: IDBTransactionMode,
    ask: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    if (!idb) throw new Error('The browser keeps no files');
    const opening = idb.open(`${STORAGE_PREFIX}${TABLE}`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE, { keyPath: 'key' });
    const database = await settled(opening);
    try {
      const transaction = database.transaction(TABLE, mode);
      return await settled(ask(transaction.objectStore(TABLE)), transaction);
    } finally {
      database.close();
    }
  };
  return {
    put: (key, file, at) => use('readwrite', (table) => table.put({ key, file, at } satisfies Entry)),
    async get(key) {
      const file = (await use<Partial<Entry> | undefined>('readonly', (table) => table.get(key)))?.file;
      // Anything may stand there.
      return file instanceof File ? file : undefined;
    },
    remove: (key) => use('readwrite', (table) => table.delete(key)),
    list: (prefix) =>
      use<Entry[]>('readonly', (table) => table.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  };
};

/** The browser's database; undefined where reading the very property is refused. */
export const databaseOf = (host: Window): IDBFactory | undefined => {
  try {
    return host.indexedDB ?? undefined;
  } catch {
    return undefined;
  }
};
