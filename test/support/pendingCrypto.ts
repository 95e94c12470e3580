import { createHmac, KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * Web Crypto works in threads, so that an event loop that only turns does not wait for it. Signatures are checked with
 * it; a fake clock must not advance until then.
 */
let pending = 0;

const { subtle } = globalThis.crypto;

const counted = async <T>(work: () => Promise<T>): Promise<T> => {
  pending++;
  try {
    return await work();
  } finally {
    pending--;
  }
};

const imported = new Map<string, Promise<CryptoKey>>();
const importKey = subtle.importKey.bind(subtle) as (...args: unknown[]) => Promise<CryptoKey>;
const verify = subtle.verify.bind(subtle);

/** Imports a key in a thread, a secret only once. */
const importOnce = (...args: unknown[]): Promise<CryptoKey> => {
  const [format, bytes, ...rest] = args;
  if (format !== 'raw' || !(bytes instanceof Uint8Array)) return counted(() => importKey(...args));
  const name = `${Buffer.from(bytes).toString('base64')} ${JSON.stringify(rest)}`;
  const known = imported.get(name) ?? counted(() => importKey(...args));
  imported.set(name, known);
  return known;
};

/** Checks a signature; one by a secret without a thread, whose result a turn of the event loop takes long to bring. */
const verifyAtOnce: typeof verify = async (algorithm, key, signature, data) => {
  if (key.algorithm.name !== 'HMAC') return counted(() => verify(algorithm, key, signature, data));
  const { hash } = key.algorithm as HmacKeyAlgorithm;
  const bytes = (given: BufferSource) =>
    given instanceof ArrayBuffer
      ? new Uint8Array(given)
      : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  const made = createHmac(hash.name.replace('-', ''), KeyObject.from(key)).update(bytes(data)).digest();
  const is = bytes(signature);
  return made.length === is.length && timingSafeEqual(made, is);
};

Object.defineProperty(subtle, 'importKey', { configurable: true, value: importOnce });
Object.defineProperty(subtle, 'verify', { configurable: true, value: verifyAtOnce });

/** How many calls have not been answered. */
export const pendingCrypto = (): number => pending;
