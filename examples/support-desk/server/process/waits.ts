import type { Clock } from './clock';

/** Waits `ms`, at most until the signal aborts; without a timer if `ms` is 0. */
export const pause = (after: Clock['after'], ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal?.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(ms, end);
    signal?.addEventListener('abort', end);
  });

/** Whether a promise resolves within `ms`. Neither rejects nor cancels the promise. */
export const resolvesWithin = (
  promise: Promise<unknown>,
  ms: number,
  after: Clock['after'],
): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = after(ms, () => resolve(false));
    const settle = (value: boolean): void => {
      cancel();
      resolve(value);
    };
    promise.then(
      () => settle(true),
      () => settle(false),
    );
  });

/** The result of a promise. @throws `late` if it takes longer than `ms`, and otherwise what the promise throws */
export const resultWithin = async <T>(
  promise: Promise<T>,
  ms: number,
  after: Clock['after'],
  late: Error,
): Promise<T> =>
  (await resolvesWithin(promise, ms, after)) ? promise : Promise.race([promise, Promise.reject(late)]);

/** Runs work with a signal that aborts after `ms`. */
export const withLimit = async <T>(
  ms: number,
  after: Clock['after'],
  work: (over: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController();
  const cancel = after(ms, () => over.abort(new DOMException('It took too long', 'TimeoutError')));
  try {
    return await work(over.signal);
  } finally {
    cancel();
  }
};
