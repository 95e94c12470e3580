/** Below this the desk serves the files of visitors and agents. */
export const UPLOADS_MOUNT = '/uploads';

const PATH = /^\/uploads\/[\w-]{8,128}\/[^/]+$/;
/** A desk behind a proxy may be known under a path of its own. */
const ADDRESS_PATH = /\/uploads\/([\w-]{8,128})\/[^/]+$/;
const ADDRESS_FIELDS = ['mediaUrl', 'contentUrl', 'previewContentUrl'];

/**
 * What a message keeps of its file's address; the file's name stands at the end, for whoever saves it. What comes
 * before it is the name the desk is reached by: it is filled in for each reader (`withAddresses`), because the one who
 * sent the file must not choose where others load it from, and because desks move.
 */
export const uploadPath = (id: string, fileName: string): string =>
  `${UPLOADS_MOUNT}/${id}/${encodeURIComponent(fileName)}`;

/** The id in an address of one of this desk's uploads, whatever origin it was handed out under. */
export const uploadIdOf = (url: string): string | undefined =>
  URL.canParse(url) ? ADDRESS_PATH.exec(new URL(url).pathname)?.[1] : undefined;

/**
 * The same value with the address of each upload in full; what has none is given back as it is.
 * @param origin what every address of the desk begins with, for this reader
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
