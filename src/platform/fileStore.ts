import { STORAGE_PREFIX } from './storage';

/**
 * Files stored in the browser over page loads. Each method rejects when the browser refuses or has no space.
 */
export type FileStore = {
  /**
   * @param file undefined where the key is all there is
   * @param at when the file was stored, in milliseconds
   */
  put(key: string, file: File | undefined, at: number): Promise<unknown>;
  get(key: string): Promise<File | undefined>;
  remove(key: string): Promise<unknown>;
  /** The entries whose key starts with the prefix, and when each was stored, in milliseconds. */
  list(prefix: string): Promise<{ key: string; at: number }[]>;
};

type Entry = { key: string; file: File | undefined; at: number };

const TABLE = 'files';

const settled = <T>(request: IDBRequest<T>, ends: IDBTransaction | IDBRequest = request): Promise<T> =>
  new Promise((resolve, reject) => {
    const done = () => resolve(request.result);
    const failed = () => reject(request.error ?? new Error('The browser keeps no files'));
    ends.addEventListener(ends === request ? 'success' : 'complete', done);
    for (const name of ['error', 'abort']) ends.addEventListener(name, failed);
  });

/**
 * A store of files in IndexedDB. It opens the database for each use and closes it again, so that an open page
 * never blocks other tabs.
 * @param idb undefined where the browser has none or denies access
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
      // Check the type: stored data is not trusted.
      return file instanceof File ? file : undefined;
    },
    remove: (key) => use('readwrite', (table) => table.delete(key)),
    list: (prefix) =>
      use<Entry[]>('readonly', (table) => table.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  };
};

/** The browser's IndexedDB; undefined where reading the property throws. */
export const databaseOf = (host: Window): IDBFactory | undefined => {
  try {
    return host.indexedDB ?? undefined;
  } catch {
    return undefined;
  }
};
