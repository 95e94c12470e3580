/** The one server of the bench: HTTP/2 with brotli on loopback, for every page, widget and stand-in. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { smallest } from '../../../scripts/compress.mjs';

/** @typedef {import('node:http2').Http2ServerRequest} Request */
/** @typedef {import('node:http2').Http2ServerResponse} Response */
/** @typedef {{ status?: number, type?: string, body: string | Buffer }} Answer */
/**
 * @typedef {object} Site one widget and its pages
 * @property {Record<string, Answer & { policy?: string }>} pages by path
 * @property {Record<string, string>} [files] folders by the path they are served under
 * @property {string[]} [made] paths below them that the service answers itself
 * @property {(request: { method: string, path: string, body: string }) => Answer | undefined} [answer] a
 * stand-in for its service
 * @property {string} [proxy] the origin of a real service, which takes what no file answers
 */

/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
};
const TEXT = /javascript|css|json|html|svg|text/;

/** @param {Site} site @param {string} path @returns {string | undefined} the file to answer with */
const fileOf = ({ files = {}, made = [] }, path) => {
  if (made.includes(path)) return undefined;
  for (const [under, folder] of Object.entries(files)) {
    if (path !== under && !path.startsWith(`${under}/`)) continue;
    const file = join(folder, normalize(decodeURIComponent(path.slice(under.length)) || '/index.html'));
    if (file.startsWith(folder) && existsSync(file) && statSync(file).isFile()) return file;
  }
  return undefined;
};

/** @param {Request} incoming @returns {Promise<string>} */
const bodyOf = async (incoming) => {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  return body;
};

/** @param {Buffer} body @returns {{ 'content-length': number }} tells it, as only then its size is known without its framing */
const lengthOf = (body) => ({ 'content-length': body.length });

/**
 * Ends an answer a moment after its headers. Chromium's throttle would count what comes with the headers twice, and makes
 * a file of 38 kB late by 190 ms in one visit of two.
 * @param {Response} outgoing
 * @param {Buffer} body
 */
const end = (outgoing, body) => {
  setTimeout(() => outgoing.end(body), 5);
};

/** @param {import('node:http').IncomingHttpHeaders} headers @returns {import('node:http').OutgoingHttpHeaders} those that both versions of HTTP know */
const plain = (headers) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^:|^(connection|keep-alive|transfer-encoding|upgrade)$/.test(name),
    ),
  );

/**
 * Hands a request on to a real service. All but its live connection is answered in one piece, with its length, as files are.
 * @param {string} origin
 * @param {Request} incoming
 * @param {Response} outgoing
 */
const handOn = (origin, incoming, outgoing) => {
  const headers = { ...plain(incoming.headers), host: String(incoming.headers[':authority'] ?? '') };
  const asked = request(`${origin}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
    const { statusCode: status = 502 } = answer;
    if (incoming.url.startsWith('/faye')) {
      outgoing.writeHead(status, plain(answer.headers));
      answer.pipe(/** @type {any} */ (outgoing));
      return;
    }
    /** @type {Buffer[]} */
    const chunks = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      outgoing.writeHead(status, { ...plain(answer.headers), ...(body.length > 0 && lengthOf(body)) });
      end(outgoing, body);
    });
  });
  asked.on('error', () => outgoing.stream?.destroy());
  outgoing.on('close', () => asked.destroy());
  incoming.pipe(asked);
};

/**
 * Starts a server of its own for each site, as some widgets expect their service at the root.
 * @param {{ cert: Buffer, key: Buffer }} certificate
 * @param {(origin: string) => Site | Promise<Site>} siteAt
 */
export const startServer = async (certificate, siteAt) => {
  /** @type {Map<string, Buffer>} a file, compressed as Porch's build compresses its own */
  const compressed = new Map();
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  let origin = '';
  /** @type {Site | undefined} */
  let site;

  /** @param {Response} outgoing @param {Answer & { policy?: string }} answer */
  const give = (outgoing, { status = 200, type = 'application/json', body, policy }) => {
    const small = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    outgoing.writeHead(status, {
      ...lengthOf(small),
      'content-type': type,
      'content-encoding': 'br',
      'cache-control': 'no-store',
      ...(policy && { 'content-security-policy': policy }),
    });
    end(outgoing, small);
  };
  /** @param {Response} outgoing @param {string} file */
  const giveFile = (outgoing, file) => {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const bytes = readFileSync(file);
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    if (!TEXT.test(type)) {
      outgoing.writeHead(200, { ...headers, ...lengthOf(bytes) });
      end(outgoing, bytes);
      return;
    }
    const small =
      compressed.get(file) ?? (existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : smallest(bytes));
    compressed.set(file, small);
    outgoing.writeHead(200, { ...headers, ...lengthOf(small), 'content-encoding': 'br' });
    end(outgoing, small);
  };
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, async (incoming, outgoing) => {
    const path = new URL(incoming.url, origin).pathname;
    const page = site?.pages[path];
    if (page) return give(outgoing, page);
    const file = site && fileOf(site, path);
    if (file) return giveFile(outgoing, file);
    if (site?.proxy) return handOn(site.proxy, incoming, outgoing);
    const asked = { method: incoming.method, path, body: await bodyOf(incoming) };
    const answer = site?.answer?.(asked);
    give(outgoing, answer ?? { status: 404, body: '{}' });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  // WebSockets come by HTTP/1.1, and only a real service answers them.
  server.on('upgrade', (incoming, socket, head) => {
    const proxy = site?.proxy;
    if (!proxy) return socket.destroy();
    const { hostname, port } = new URL(proxy);
    const service = connect(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
      service.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      service.write(head);
      service.pipe(socket).pipe(service);
    });
    service.on('error', () => socket.destroy());
    socket.on('error', () => service.destroy());
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  origin = `https://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  site = await siteAt(origin);
  return {
    origin,
    close: async () => {
      const closed = new Promise((done) => server.close(() => done(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
