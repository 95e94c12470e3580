import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs an operation whose queries are canceled on the server when the signal aborts.
 * @throws PostgreSQL's error 57014 if a query was canceled
 */
export const withSignal = <T>(signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T> =>
  signal ? signals.run(signal, operation) : operation();

/**
 * Runs one query of an operation, and cancels it when the operation's signal aborts. The connection is free once both
 * have settled: PostgreSQL cancels whatever a connection is doing, which could be its next query.
 * @param cancel asks PostgreSQL to cancel what the connection is doing
 */
export const endedBySignal = async <T>(query: () => Promise<T>, cancel: () => Promise<void>): Promise<T> => {
  const signal = signals.getStore();
  if (!signal) return query();
  signal.throwIfAborted();
  let cancelled: Promise<void> | undefined;
  const abort = (): void => {
    cancelled = cancel();
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await query();
  } finally {
    signal.removeEventListener('abort', abort);
    await cancelled;
  }
};
