import { open, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { acceptsBrotli } from '../routes/http';

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

export type StaticOptions = {
  /** The folder to serve. Files outside it are never read. It may be created later. */
  root: string;
  /** The prefix removed from a request's path before the file is looked up, such as '/porch'. */
  mount: string;
  headers?: Record<string, string>;
  cacheControl?: (file: string) => string;
  /** The page for paths without an extension that match no file: the routes of a single-page app. */
  fallback?: string;
};

/** The path's parts, or `undefined` when one is hidden or could leave the folder. */
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

const regularFile = async (root: string, path: string): Promise<string | undefined> => {
  try {
    const [realRoot, realPath] = await Promise.all([realpath(root), realpath(path)]);
    // A symbolic link inside the folder may point out of it.
    if (realPath !== realRoot && !realPath.startsWith(realRoot + sep)) return undefined;
    return (await stat(realPath)).isFile() ? realPath : undefined;
  } catch {
    return undefined;
  }
};

const find = async (root: string, parts: string[]): Promise<string | undefined> =>
  (await regularFile(root, join(root, ...parts))) ??
  (await regularFile(root, join(root, ...parts, 'index.html')));

/**
 * Serves the page at a deeper address than it was built for; `<base>` makes its relative links work there.
 */
const servedBelow = async (c: Context, page: string, path: string, headers: object): Promise<Response> => {
  const up = '../'.repeat(path.split('/').length - 2);
  const html = await readFile(page, 'utf8');
  return c.html(html.replace('<head>', `<head><base href="${up}">`), 200, {
    ...headers,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
};

/**
 * Answers a GET or HEAD request from a folder, with an ETag and 304 answers. Sends the `.br` file beside a
 * file where the client accepts brotli.
 * @returns `undefined` when the file does not exist
 */
export const serveStatic = async (c: Context, options: StaticOptions): Promise<Response | undefined> => {
  const { root, mount, headers, cacheControl, fallback } = options;
  const path = new URL(c.req.url).pathname.slice(mount.length);
  const parts = partsOf(path);
  if (!parts) return undefined;
  const isRoute = fallback && !extname(parts.at(-1) ?? '');
  const found = await find(root, parts);
  const plain = found ?? (isRoute ? await regularFile(root, join(root, fallback)) : undefined);
  if (!plain) return undefined;
  if (!found && path.split('/').length > 2) return servedBelow(c, plain, path, headers ?? {});
  const small = acceptsBrotli(c) ? await regularFile(root, `${plain}.br`) : undefined;
  // Open the file before reading its size: a build may replace it in between.
  const file = await open(small ?? plain).catch(() => undefined);
  if (!file) return undefined;
  const { size, mtimeMs } = await file.stat();
  const etag = `W/"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
  const common = {
    ...headers,
    'Cache-Control': cacheControl?.(plain) ?? 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  };
  const known = (c.req.header('if-none-match') ?? '').split(',');
  const isKnown = known.some((one) => one.trim() === etag);
  if (isKnown || c.req.method === 'HEAD') await file.close();
  if (isKnown) return c.body(null, 304, common);
  const entity = {
    ...common,
    'Content-Type': TYPES[extname(plain).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': String(size),
    ...(small ? { 'Content-Encoding': 'br' } : {}),
  };
  if (c.req.method === 'HEAD') return c.body(null, 200, entity);
  return c.body(Readable.toWeb(file.createReadStream()) as ReadableStream, 200, entity);
};
