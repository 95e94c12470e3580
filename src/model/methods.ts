import { FACTOR, SIZE, STEPS } from './methodTable';

/** The error that an unknown API method throws. */
export const unknownMethod = (method: string): Error => Error(`Method ${method} does not exist`);

/**
 * The full name `{a}.{b}` of a call's method. The loader has no room for the names of the calls, only for their hashes:
 * 3% of all other names pass; the messenger has the names and rejects those.
 * @throws when it can be neither a documented method nor one of the classic widget
 */
export const assertMethod = ([a, b]: readonly unknown[]): string => {
  const method = `${a}.${b}`;
  let hash = 0;
  for (const char of method) hash = (hash * FACTOR + char.charCodeAt(0)) % SIZE;
  // Each step leads from the hash of one documented name to the next.
  for (const step of STEPS) {
    hash -= step.charCodeAt(0) - 35;
    if (!hash || /^webW/.test(method)) return method;
  }
  // Calling `unknownMethod` would cost ten bytes here.
  throw Error(`Method ${method} does not exist`);
};
