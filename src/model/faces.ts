/** The colors of faces without a picture. White text has a contrast of at least 4.5:1 on each. */
export const FACE_COLORS = [
  '#b3372f',
  '#a34a00',
  '#806000',
  '#4f6b00',
  '#1f7035',
  '#00706b',
  '#006a8e',
  '#2861b5',
  '#5a54c4',
  '#8241ad',
  '#a5327f',
  '#6d5a4d',
] as const;

/** Maps a name or id to a number below `count`: always the same one, evenly spread. */
export const bucketOf = (id: string, count: number): number => {
  // FNV-1a. The high bits are mixed in so that similar ids get different numbers.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % count;
};

/** The color of the face of a person without a picture. */
export const faceColor = (name: string): string => FACE_COLORS[bucketOf(name, FACE_COLORS.length)] as string;

const first = (word: string): string => [...word][0] ?? '';

/** One or two letters for a face; `?` for a name without letters and digits. */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}|\p{N}/u.test(word))
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''));
  const [head = '', ...rest] = words;
  return (first(head) + first(rest.at(-1) ?? '')).toLocaleUpperCase() || '?';
};

/**
 * An author's face: a picture, or letters if there is none or it does not load. An author with the title's name has the
 * header's picture, or one letter on the action color; `color` is then undefined.
 */
export const faceOf = (
  { name, avatarUrl }: { name: string; avatarUrl?: string },
  header: { title: string; avatarUrl?: string },
) => {
  const house = name === header.title;
  const url = avatarUrl ?? (house ? header.avatarUrl : undefined);
  const letters = initials(name);
  return {
    url: /^https?:\/\//i.test(url ?? '') ? url : undefined,
    letters: house ? ([...letters][0] as string) : letters,
    color: house ? undefined : faceColor(name),
  };
};
