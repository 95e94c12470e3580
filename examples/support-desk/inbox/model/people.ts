/** Number of avatar colours (styles/list.css). */
export const TINTS = 12;

/** A person's avatar colour, derived from their id: evenly spread and always the same. */
export const tintOf = (id: string): number => {
  // FNV-1a. The high bits are mixed in so that similar ids get different colours.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % TINTS;
};

const first = (word: string): string => [...word][0] ?? '';

/** One or two letters for an avatar. */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}|\p{N}/u.test(word));
  const [head = '', ...rest] = words.map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''));
  return (first(head) + first(rest.at(-1) ?? '')).toLocaleUpperCase() || '?';
};
