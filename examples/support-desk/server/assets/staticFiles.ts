import { type FileHandle, open, readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { type Encoding, encodingOf } from '../http/accept';
import { answerText } from '../http/answerText';
import { compressQuickly, MIN_COMPRESSED_BYTES, SUFFIXES } from '../http/compress';
import { etagOf, isKnown } from '../http/etag';
import type { Variants } from '../http/variants';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** The content type of a file, from its name. */
export const typeOf = (name: string): string =>
  TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';

/** Files of these types are worth compressing. */
const TEXT = /^text\/|json|svg/;

export type StaticOptions = {
  /** The folder to serve. Files outside it are never read. It may be created later. */
  root: string;
  /** The prefix removed from a request's path before the file is looked up, such as '/porch'. */
  mount: string;
  headers?: Record<string, string>;
  cacheControl?: (file: string) => string;
  /** The page for paths without an extension that match no file: the routes of a single-page app. */
  fallback?: string;
  /** Added to a path that matches no file, such as `.html` for pages whose addresses leave it out. */
  extension?: string;
};

/** The path's parts, or `undefined` if one is hidden or could leave the folder. */
const partsOf = (pathname: string): string[] | undefined => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const parts = decoded.split('/').filter((part) => part !== '');
  return parts.some((part) => part.startsWith('.') || /[\\\0:]/.test(part)) ? undefined : parts;
};

type Opened = {
  file: FileHandle;
  size: number;
  /** Changes with the file. */
  version: string;
  /** The encoding of its content. */
  encoding?: Encoding;
};

/**
 * Opens a regular file. The caller closes it.
 * @param folder a path without symbolic links; a link inside it may point outside
 */
const openInside = async (folder: string, path: string, encoding?: Encoding): Promise<Opened | undefined> => {
  const real = await realpath(encoding ? path + SUFFIXES[encoding] : path).catch(() => '');
  if (!real.startsWith(folder + sep)) return undefined;
  const file = await open(real).catch(() => undefined);
  // Ask the open file for its size: a build may replace the file meantime.
  const stats = await file?.stat();
  if (file && stats?.isFile()) {
    const version = `${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}`;
    return { file, size: stats.size, version, encoding };
  }
  await file?.close();
  return undefined;
};

/**
 * Serves the page at a deeper address than it was built for; `<base>` makes its relative links work there.
 */
const servedBelow = async (
  c: Context,
  page: string,
  path: string,
  headers: Record<string, string>,
  variants: Variants,
): Promise<Response | undefined> => {
  const up = '../'.repeat(path.split('/').length - 2);
  const html = await readFile(page, 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  const below = html.replace('<head>', `<head><base href="${up}">`);
  return answerText(c, below, typeOf(page), { ...headers, 'Cache-Control': 'no-cache' }, variants);
};

/** A larger file is streamed, so that it does not fill the memory, and compressed only by the build. */
const WHOLE_BYTES = 256 * 1024;

/** How to compress a file without a compressed version beside it. */
const madeFor = (c: Context, name: string, { size, encoding }: Opened): Encoding | undefined =>
  !encoding && size >= MIN_COMPRESSED_BYTES && size <= WHOLE_BYTES && TEXT.test(typeOf(name))
    ? encodingOf(c)
    : undefined;

/** Answers with an open file, and closes it. @param name the file's path without `.br` or `.gz` */
const answer = async (
  c: Context,
  name: string,
  opened: Opened,
  headers: Record<string, string>,
  variants: Variants,
): Promise<Response> => {
  const { file, size, version } = opened;
  const made = madeFor(c, name, opened);
  const encoding = made ?? opened.encoding;
  const etag = `W/${etagOf(version, encoding)}`;
  const common = {
    ...headers,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  };
  const isSame = isKnown(c, etag);
  const entity = {
    ...common,
    'Content-Type': typeOf(name),
    'Content-Length': String(size),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  const isHead = c.req.method === 'HEAD';
  if (size > WHOLE_BYTES && !isSame && !isHead)
    return c.body(Readable.toWeb(file.createReadStream()) as ReadableStream, 200, entity);
  try {
    if (isSame) return c.body(null, 304, common);
    const small =
      made && (await variants(`${name} ${etag}`, async () => compressQuickly(await file.readFile(), made)));
    const sized = small ? { ...entity, 'Content-Length': String(small.length) } : entity;
    if (isHead) return c.body(null, 200, sized);
    return c.body(small ?? (await file.readFile()), 200, sized);
  } finally {
    await file.close();
  }
};

/**
 * Answers a GET or HEAD request from a folder, with an ETag and 304 answers. If the client accepts brotli or gzip, it
 * sends the `.br` or `.gz` file beside a file, or compresses a text without one.
 * @param variants caches what it has compressed
 * @returns `undefined` if the file does not exist
 */
export const serveStatic = async (
  c: Context,
  options: StaticOptions,
  variants: Variants,
): Promise<Response | undefined> => {
  const { root, mount, headers = {}, cacheControl, fallback, extension } = options;
  const path = new URL(c.req.url).pathname.slice(mount.length);
  const parts = partsOf(path);
  const folder = parts && (await realpath(root).catch(() => undefined));
  if (!folder) return undefined;
  const page = fallback && !extname(parts.at(-1) ?? '') ? join(root, fallback) : undefined;
  const isDeep = path.split('/').length > 2;
  const asked = join(root, ...parts);
  // With a trailing slash, it is another path, with other relative links.
  const named = extension && !path.endsWith('/') ? [asked + extension] : [];
  const encoding = encodingOf(c);
  for (const name of [asked, ...named, join(asked, 'index.html'), ...(page && !isDeep ? [page] : [])]) {
    const opened =
      (encoding && (await openInside(folder, name, encoding))) || (await openInside(folder, name));
    if (opened) {
      const kept = { ...headers, 'Cache-Control': cacheControl?.(name) ?? 'no-cache' };
      return answer(c, name, opened, kept, variants);
    }
  }
  return page && isDeep ? servedBelow(c, page, path, headers, variants) : undefined;
};
