import type { Store, Transaction } from '../../../examples/support-desk/server/store/store';

const LARGEST_BIGINT = 2n ** 63n;
/** PostgreSQL limits an index entry to a third of a page. */
const MAX_INDEXED_BYTES = 2700;
const INDEXED = ['id', 'referenceId', 'externalId', 'userId', 'conversationId', 'tokenHash'];

const checkText = (text: string): void => {
  if (
    text.includes('\0') ||
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
  ) {
    throw new Error('PostgreSQL takes no such text');
  }
};

/** @param isRow the fields are columns, some of them indexed; values below them are JSON */
const checkValue = (value: unknown, isRow: boolean): void => {
  if (typeof value === 'string') checkText(value);
  if (typeof value === 'number' && Number.isInteger(value)) {
    const whole = BigInt(value);
    if (whole >= LARGEST_BIGINT || whole < -LARGEST_BIGINT)
      throw new Error('PostgreSQL takes no such number');
  }
  if (value === null || typeof value !== 'object') return;
  for (const [key, entry] of Object.entries(value)) {
    checkText(key);
    if (
      isRow &&
      INDEXED.includes(key) &&
      typeof entry === 'string' &&
      Buffer.byteLength(entry) > MAX_INDEXED_BYTES
    ) {
      throw new Error('PostgreSQL indexes no such text');
    }
    checkValue(entry, false);
  }
};

const strict = <T extends object>(calls: T): T =>
  new Proxy(calls, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        try {
          for (const value of given) checkValue(value, true);
        } catch (error) {
          return Promise.reject(error);
        }
        return found.apply(target, given);
      };
    },
  });

/**
 * A store that refuses the values PostgreSQL refuses, so that the fast memory store reveals such failures.
 */
export const createStrictStore = (store: Store): Store => ({
  ...strict(store),
  logId: store.logId,
  integrationId: store.integrationId,
  transaction: (work) => store.transaction((tx: Transaction) => work(strict(tx))),
});
