/** Serves a folder on loopback like a web server: compressed, with content types. */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, extname, join, normalize, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CannotMeasure } from './failure.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  // Next.js exports its page data as such files.
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** @param {string} file @returns {string} the content type for its name */
export const typeOf = (file) => TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';

const TEXT = /javascript|css|json|html|svg|plain/;

/** @param {string} path @returns {'file' | 'folder' | undefined} */
const kindOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? 'file' : found?.isDirectory() ? 'folder' : undefined;
};

/** @typedef {{ url: string, close: () => Promise<void> }} Served */

/** @param {string} folder @param {string} page @returns {Promise<Served>} */
const serve = async (folder, page) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const named = normalize(
      join(folder, /%(?![\da-f]{2})/i.test(pathname) ? '?' : decodeURIComponent(pathname)),
    );
    const file = kindOf(named) === 'folder' ? join(named, 'index.html') : named;
    if (!`${file}${sep}`.startsWith(`${folder}${sep}`) || kindOf(file) !== 'file') {
      response.writeHead(404).end();
      return;
    }
    const type = typeOf(file);
    const isText = TEXT.test(type);
    const body = isText ? gzipSync(readFileSync(file), { level: 9 }) : readFileSync(file);
    response.writeHead(200, {
      'content-type': type,
      'content-length': body.length,
      ...(isText && { 'content-encoding': 'gzip' }),
    });
    response.end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${port}/${encodeURIComponent(page)}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

/**
 * @param {string} page an address, a file or a folder
 * @returns {Promise<Served>}
 */
export const openSite = async (page) => {
  if (/^https?:\/\//i.test(page)) {
    if (!URL.canParse(page)) throw new CannotMeasure(`'${page}' is no address.`);
    return { url: new URL(page).href, close: async () => undefined };
  }
  const path = resolve(page);
  const kind = kindOf(path);
  if (kind === 'folder' && kindOf(join(path, 'index.html')) === 'file') return serve(path, '');
  if (kind === 'file') return serve(dirname(path), basename(path));
  throw new CannotMeasure(
    `There is no page '${page}'. Give an address that begins with http:// or https://, an HTML file, or a folder with index.html.`,
  );
};
