/**
 * `npm run dev`: runs the desk and serves widget, inbox and gallery from source. A change takes effect on the next
 * request, and open pages reload. Nothing is minified; to measure size or speed, run the build.
 */
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { allWords, readCodes } from './locales.mjs';
import { readOptions } from './options.mjs';
import { bin, root } from './run.mjs';
import { installPackages } from './setup.mjs';

readOptions('npm run dev\n  has no options: PORT is the port of the pages, 8080 by default', {});
await installPackages();
const { build, createServer: createVite } = await import('vite');

const port = Number(process.env.PORT ?? 8080);
const deskPort = port + 1;

const ALIASES = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^@preact\/signals-react$/, replacement: '@preact/signals' },
];

/** Libraries that Vite bundles at the start: one discovered later would reload the page. */
const LIBRARIES = [
  ...[
    'preact/compat',
    'preact/hooks',
    'preact/jsx-runtime',
    '@preact/signals',
    'goober',
    'wretch',
    'rosetta',
  ],
  ...['faye/src/protocol/client', 'faye/src/transport/web_socket', 'faye/src/transport/xhr'],
];

/** The files that the loader requests, and their sources. */
const ENTRIES = {
  'messenger.js': 'messenger.ts',
  'launcher.js': 'launcher/launcher.ts',
  'realm.js': 'loader/realm.ts',
};

/** Values of the build's constants. Here the build's folder is that of the sources. */
const DEFINED = {
  PORCH_NOW: false,
  PORCH_VERSION: 'dev',
  PORCH_BUILD: 'src',
  // The sources are not preloaded.
  PORCH_OPENING: '',
  PORCH_LOCALES: Object.keys(readCodes()).join(' '),
};

/**
 * Replaces the constants in code. Vite's own `define` reaches only pages that load its client, and the messenger's
 * frame does not.
 */
const defined = {
  name: 'porch-defined',
  enforce: /** @type {const} */ ('post'),
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!id.startsWith(join(root, 'src'))) return undefined;
    return code.replace(/\bPORCH_[A-Z_]+\b/g, (name) =>
      JSON.stringify(DEFINED[/** @type {keyof typeof DEFINED} */ (name)]),
    );
  },
};

const server = createServer();

/**
 * Starts a Vite server under one path of this server. Its reload messages use a websocket on the same path.
 * @param {string} folder relative to the repository
 * @param {string} base
 */
const serve = (folder, base) =>
  createVite({
    configFile: false,
    root: join(root, folder),
    base,
    cacheDir: join(root, 'node_modules/.vite', base),
    logLevel: 'warn',
    plugins: [defined],
    resolve: { alias: ALIASES },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // faye uses the name `global` for the global object, as in Node.
    define: { global: 'globalThis' },
    optimizeDeps: {
      include: LIBRARIES,
      rolldownOptions: { transform: { define: { global: 'globalThis' } } },
    },
    server: {
      middlewareMode: true,
      ws: { server, path: 'reload' },
      fs: { allow: [root] },
      watch: { ignored: ['**/dist/**', '**/build/**', '**/.data/**', '**/test/**', '**/.git/**'] },
    },
  });

/**
 * Bundles the loader at each request. It is a classic script, so Vite cannot serve its modules one by one.
 */
const bundleLoader = async () => {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [defined],
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'src/loader/loader.ts'), formats: ['iife'], name: 'porchLoader' },
    },
  });
  const [output] = [result].flat();
  return output && 'output' in output ? output.output[0].code : '';
};

const widget = await serve('.', '/porch/');
const inbox = await serve('examples/support-desk/inbox', '/agent/');
const gallery = await serve('examples/gallery', '/gallery/');
widget.watcher.on('change', (path) => {
  if (/[\\/](locales|async-script|loader)[\\/]/.test(path)) widget.ws.send({ type: 'full-reload' });
});

/**
 * Forwards a request to the desk and adds the reload script to its pages.
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
const askDesk = (incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const asked = request({
    port: deskPort,
    host: '127.0.0.1',
    method,
    path: url,
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  asked.on('response', (answer) => {
    const { 'content-length': length, ...rest } = answer.headers;
    if (!answer.headers['content-type']?.startsWith('text/html')) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    if (length !== '0') outgoing.write('<script type="module" src="/porch/@vite/client"></script>');
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.writeHead(502).end('The desk is starting. Reload in a moment.\n'));
  incoming.pipe(asked);
};

server.on('request', async (incoming, outgoing) => {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const desk = () => askDesk(incoming, outgoing);
  /** @param {string} type @param {string} text */
  const answer = (type, text) => {
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' };
    outgoing.writeHead(200, headers).end(text);
  };
  const locale = /^\/porch\/src\/(?:.*\/)?l\/([\w-]+?)(\.\w+)?\.js$/.exec(path);
  const entry = ENTRIES[/** @type {keyof typeof ENTRIES} */ (path.replace('/porch/src/', ''))];
  if (/^\/porch\/porch(\.now)?\.js$/.test(path)) answer('text/javascript', await bundleLoader());
  // In development, each file of a locale has all of its words.
  else if (locale?.[1]) answer('text/javascript', `export default ${JSON.stringify(allWords(locale[1]))}`);
  else if (entry) answer('text/javascript', `export * from '/porch/src/${entry}';`);
  else if (path.startsWith('/porch/')) widget.middlewares(incoming, outgoing, desk);
  else if (path.startsWith('/agent') && !path.startsWith('/agent/api/'))
    inbox.middlewares(incoming, outgoing, desk);
  else if (path.startsWith('/gallery')) gallery.middlewares(incoming, outgoing, desk);
  else desk();
});

server.on('upgrade', (incoming, socket, head) => {
  if (incoming.url?.includes('/reload')) return;
  const desk = connect(deskPort, '127.0.0.1', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let i = 0; i < incoming.rawHeaders.length; i += 2)
      lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
    desk.write(`${lines.join('\r\n')}\r\n\r\n`);
    desk.write(head);
    desk.pipe(socket).pipe(desk);
  });
  for (const side of [desk, socket]) side.on('error', () => [desk, socket].map((s) => s.destroy()));
});

const desk = spawn(
  process.execPath,
  [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'examples/support-desk/server/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(deskPort),
      HOST: '127.0.0.1',
      DEMO: '1',
      PUBLIC_URL: `http://localhost:${port}`,
    },
  },
);
server.listen(port, '127.0.0.1');
const end = () => {
  desk.kill();
  server.close();
  server.closeAllConnections();
  for (const vite of [widget, inbox, gallery]) void vite.close();
};
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, end);
desk.on('close', (code) => {
  end();
  process.exit(code ?? 0);
});
