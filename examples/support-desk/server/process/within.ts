import type { Clock } from './clock';

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
