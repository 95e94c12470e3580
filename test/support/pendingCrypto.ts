/**
 * Web Crypto works in threads, so that an event loop that only turns does not wait for it. Signatures are checked with
 * it; a fake clock must not advance meanwhile.
 */
let pending = 0;

const { subtle } = globalThis.crypto;

const counted = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
  return async (...args: A): Promise<R> => {
    pending++;
    try {
      return await work.apply(subtle, args);
    } finally {
      pending--;
    }
  };
};

for (const name of ['importKey', 'verify'] as const) {
  Object.defineProperty(subtle, name, {
    configurable: true,
    value: counted(subtle[name] as (...args: unknown[]) => Promise<unknown>),
  });
}

/** How many calls have not been answered. */
export const pendingCrypto = (): number => pending;
