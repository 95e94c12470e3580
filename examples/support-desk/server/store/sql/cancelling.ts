import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'postgres';
import { codeOf } from '../../errorCode';

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs an operation whose queries end on the server when the signal aborts.
 * @throws PostgreSQL's error 57014 when a query was ended
 */
export const withSignal = <T>(signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T> =>
  signal ? signals.run(signal, operation) : operation();

/** PostgreSQL's code of a query that was ended, on request or after the time limit of statements. */
const ENDED = '57014';
const MOST_TIMES = 5;
/** A request to end arrives within this time. What is ended later has met the time limit of statements. */
const ARRIVES_MS = 1000;

/**
 * Repeats a read that was ended although its signal has not aborted. PostgreSQL ends whatever a connection is doing when the
 * request to end arrives, and that may be the query after the one that was meant.
 * @param now in ms
 */
export const repeatEnded = async <T>(
  read: () => Promise<T>,
  signal: AbortSignal | undefined,
  now: () => number,
): Promise<T> => {
  for (let times = 1; ; times++) {
    const began = now();
    try {
      return await read();
    } catch (error) {
      const isMeant = signal?.aborted || now() - began > ARRIVES_MS;
      if (codeOf(error) !== ENDED || isMeant || times === MOST_TIMES) throw error;
    }
  }
};

/** Makes the queries of a client end when the signal of their operation aborts. */
export const makeCancellable = (client: Sql): void => {
  const unsafe = client.unsafe.bind(client) as Sql['unsafe'];
  client.unsafe = ((...input: Parameters<Sql['unsafe']>) => {
    const query = unsafe(...input);
    const signal = signals.getStore();
    if (!signal) return query;
    const cancel = (): void => query.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const settled = (): void => signal.removeEventListener('abort', cancel);
    // Asking for the result begins the query, as its caller is about to do.
    queueMicrotask(() => query.then(settled, settled));
    return query;
  }) as Sql['unsafe'];
};
