import type { Clock } from './clock';

/** Waits `ms`, at most until the signal aborts. */
export const pause = (after: Clock['after'], ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
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
