import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'postgres';

const signals = new AsyncLocalStorage<AbortSignal>();

/**
 * Runs an operation whose queries end on the server when the signal aborts.
 * @throws PostgreSQL's error 57014 when a query was ended
 */
export const withSignal = <T>(signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T> =>
  signal ? signals.run(signal, operation) : operation();

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
