/** The path under which the desk serves uploaded files. */
export const UPLOADS_MOUNT = '/uploads';

const PATH = /^\/uploads\/([\w-]{8,128})\/[^/]+$/;
/** Not anchored at the start, because a proxy may serve the desk below a base path. */
const ADDRESS_PATH = /\/uploads\/([\w-]{8,128})\/[^/]+$/;
const ADDRESS_FIELDS = ['mediaUrl', 'contentUrl', 'previewContentUrl', 'avatarUrl'];

/**
 * The path that a message or an agent stores for a file. It ends with the file's name, for people who save the file.
 * The origin is added for each reader (`withAddresses`): a sender must not choose where others load the file
 * from, and a desk may move to another address.
 */
export const uploadPath = (id: string, fileName: string): string =>
  `${UPLOADS_MOUNT}/${id}/${encodeURIComponent(fileName)}`;

/** The id in the stored path of an upload; `undefined` for any other text. */
export const uploadIdIn = (path: string): string | undefined => PATH.exec(path)?.[1];

/** The id in the address of one of this desk's uploads, under any origin. */
export const uploadIdOf = (url: string): string | undefined =>
  URL.canParse(url) ? ADDRESS_PATH.exec(new URL(url).pathname)?.[1] : undefined;

/**
 * A copy of the value with the full address of each upload. A value without uploads is returned unchanged.
 * @param origin the start of the desk's addresses for this reader
 */
export const withAddresses = <T>(value: T, origin: string): T => {
  if (value === null || typeof value !== 'object') return value;
  let changed = false;
  const fill = (entry: unknown, key: string): unknown => {
    const isPath = typeof entry === 'string' && ADDRESS_FIELDS.includes(key) && PATH.test(entry);
    const filled = isPath ? origin + entry : withAddresses(entry, origin);
    changed ||= filled !== entry;
    return filled;
  };
  const out = Array.isArray(value)
    ? value.map((entry) => fill(entry, ''))
    : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry, key)]));
  return changed ? (out as T) : value;
};
