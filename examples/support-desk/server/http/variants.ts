import type { Bytes } from './compress';

/**
 * Returns the compressed bytes of an answer, from a cache if possible.
 * @param key names the content and its encoding
 */
export type Variants = (key: string, make: () => Promise<Bytes>) => Promise<Bytes>;

/** Caches the most recently used ones. @param maxBytes the size of the cache */
export const createVariants = (maxBytes: number): Variants => {
  const kept = new Map<string, Bytes>();
  const making = new Map<string, Promise<Bytes>>();
  let total = 0;

  const keep = (key: string, bytes: Bytes): void => {
    if (bytes.length > maxBytes) return;
    kept.set(key, bytes);
    total += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (total <= maxBytes) break;
      kept.delete(oldest);
      total -= length;
    }
  };

  return (key, make) => {
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return Promise.resolve(known);
    }
    const before = making.get(key);
    if (before) return before;
    const made = make()
      .then((bytes) => {
        keep(key, bytes);
        return bytes;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
};
