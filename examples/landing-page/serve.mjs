/** Serves the built pages on this machine: `npm start`. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @type {Record<string, string | undefined>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder like a good host: compressed, and with a cache lifetime for everything but pages.
 * @param {string} folder
 * @param {number} [port] 0, the default, chooses a free port
 * @returns {Promise<{ url: string, close(): Promise<void> }>} the address, which ends with a slash
 */
export const serve = async (folder, port = 0) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const type = TYPES[extname(file)];
    if (!type || !existsSync(file)) return response.writeHead(404).end();
    const isPage = extname(file) === '.html';
    const brotli = existsSync(`${file}.br`) && /\bbr\b/.test(String(request.headers['accept-encoding']));
    response.writeHead(200, {
      'Content-Type': type,
      'Cache-Control': isPage ? 'no-cache' : 'public, max-age=604800',
      ...(brotli ? { 'Content-Encoding': 'br' } : {}),
    });
    return createReadStream(brotli ? `${file}.br` : file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await serve(join(import.meta.dirname, 'dist'), Number(process.env.PORT ?? 8000));
  console.log(`${url} and ${url}amp/ (Ctrl-C stops it.)`);
}
