import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';

/** Too large to be read as a whole. */
const LARGE = 'a line of a large file\n'.repeat(20_000);

describe('the pages and files of the desk', async () => {
  const repository = folderForThisFile();
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    writeFileSync(join(repository, path), content);
  };
  put('secret.txt', 'secret');
  put('dist/porch.js', 'loader');
  put('dist/porch.renew.js', 'loader');
  put('dist/messenger.abc123.js', 'messenger');
  put('dist/messenger.abc123.js.br', brotliCompressSync('messenger'));
  put('dist/.env', 'secret');
  put('dist/large.abc123.js', LARGE);
  put('examples/async-script/index.html', '<h1>Demo</h1>');
  put('examples/async-script/demo page.css', 'body{}');
  put('examples/async-script/times.html', '<h1>Times</h1>');
  put('examples/support-desk/dist/index.html', '<h1>Inbox</h1>');
  put('examples/support-desk/dist/assets/app.js', 'inbox');
  put('examples/gallery/dist/index.html', '<h1>Gallery</h1>');
  put('examples/support-desk/docs/dist/index.html', '<h1>Porch</h1>');
  put('examples/support-desk/docs/dist/moving/zendesk.html', '<h1>Moving</h1>');
  put('examples/support-desk/docs/dist/assets/site.css', 'p{}');
  symlinkSync(join(repository, 'secret.txt'), join(repository, 'dist/link.js'));
  symlinkSync(join(repository, 'secret.txt'), join(repository, 'dist/porch.renew.js.br'));
  const desk = await forThisFile(startDesk({ repository }));

  const get = (path: string, headers: Record<string, string> = {}) => fetch(desk.origin + path, { headers });
  const textOf = async (path: string) => (await get(path)).text();

  it('says when it is ready, and whether files are taken', async () => {
    const response = await get('/health');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await get('/ready');
    const all = { status: 'ready', database: 'ok', disk: 'ok', uploads: 'ok', process: 'running' };
    expect([ready.status, await ready.json()]).toEqual([200, all]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
  });

  it('serves the demo page under a strict policy', async () => {
    const response = await get('/');
    expect(await response.text()).toBe('<h1>Demo</h1>');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'self'",
    );
    expect((await get('/demo%20page.css')).headers.get('content-type')).toMatch(/^text\/css/);
  });

  it('lets the loader be kept for minutes, and what it loads for ever, on pages of any origin', async () => {
    const loader = await get('/porch/porch.js');
    expect(loader.headers.get('cache-control')).toBe('public, max-age=300');
    const renew = await get('/porch/porch.renew.js?1');
    expect([renew.status, renew.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const messenger = await get('/porch/messenger.abc123.js');
    expect(messenger.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const { headers } of [loader, messenger]) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('lets what the inbox and the gallery load be kept for ever, and their pages be asked for each time', async () => {
    const kept = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await kept('/agent/assets/app.js')).toBe('public, max-age=31536000, immutable');
    expect([await kept('/agent'), await kept('/agent/5'), await kept('/gallery')]).toEqual(
      Array(3).fill('no-cache'),
    );
  });

  it('answers 404 for a missing script, never with a page, and without caching', async () => {
    for (const path of ['/porch/messenger.gone.js', '/agent/assets/gone.js', '/gallery/assets/gone.js']) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    }
  });

  it('serves the brotli file where it is accepted, and the plain one where it is not', async () => {
    const small = await get('/porch/messenger.abc123.js', { 'accept-encoding': 'br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(await small.text()).toBe('messenger');
    const plain = await get('/porch/messenger.abc123.js', { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'messenger']);
    expect(plain.headers.get('etag')).not.toBe(small.headers.get('etag'));
    expect(plain.headers.get('vary')).toMatch(/accept-encoding/i);
  });

  it('serves a large file whole, and no brotli file from outside the folder', async () => {
    const large = await get('/porch/large.abc123.js');
    expect(large.headers.get('content-length')).toBe(String(LARGE.length));
    expect((await large.text()) === LARGE).toBe(true);
    const renew = await get('/porch/porch.renew.js', { 'accept-encoding': 'br' });
    expect([renew.headers.get('content-encoding'), await renew.text()]).toEqual([null, 'loader']);
  });

  it('answers 304 to who has the file, and HEAD without a body', async () => {
    const etag = (await get('/porch/porch.js')).headers.get('etag') ?? '';
    expect((await get('/porch/porch.js', { 'if-none-match': etag })).status).toBe(304);
    const head = await fetch(`${desk.origin}/porch/porch.js`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '6', '']);
  });

  it('serves the inbox for each of its own addresses, under a strict policy', async () => {
    for (const path of ['/agent', '/agent/', '/agent/conversations/5']) {
      const response = await get(path);
      expect(await response.text()).toBe('<h1>Inbox</h1>');
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    expect(await textOf('/agent/assets/app.js')).toBe('inbox');
  });

  it('serves the gallery', async () => {
    expect(await textOf('/gallery')).toBe('<h1>Gallery</h1>');
    expect(await textOf('/gallery/')).toBe('<h1>Gallery</h1>');
  });

  it('serves the documentation under a policy without inline code, at addresses without an extension', async () => {
    const response = await get('/docs/moving/zendesk');
    expect(await response.text()).toBe('<h1>Moving</h1>');
    const { headers } = response;
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-cache',
    ]);
    expect((await get('/docs/assets/site.css')).headers.get('cache-control')).toContain('immutable');
    const start = await get('/docs');
    expect([start.url, await start.text()]).toEqual([`${desk.origin}/docs/`, '<h1>Porch</h1>']);
    for (const path of ['/docs/nothing', '/docs/moving', '/docs/moving/zendesk/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('serves neither the demo page nor the gallery unless it is told to', async () => {
    const plain = await startDesk({ repository, demo: false });
    const statusOf = async (path: string) => (await fetch(plain.origin + path)).status;
    for (const path of [
      '/',
      '/index.html',
      '/demo%20page.css',
      '/gallery',
      '/gallery/',
      '/gallery/index.html',
    ]) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    }
    // What a production desk needs is there, also the page that a sample of the inbox opens.
    for (const path of ['/porch/porch.js', '/agent/', '/docs/', '/times.html', '/health']) {
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    }
    await plain.close();
  });

  it('answers 404 for an unknown address', async () => {
    for (const path of ['/nothing', '/porch/nothing.js', '/porch/', '/agentx']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  it.each([
    '/porch/../secret.txt',
    '/porch/..%2fsecret.txt',
    '/porch/%2e%2e/secret.txt',
    '/porch/..%5csecret.txt',
    '/porch/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/porch//../../secret.txt',
    '/../../secret.txt',
    '/porch/link.js',
    '/porch/.env',
    '/porch/porch.js%00.txt',
    '/porch/%',
    '/agent/../../../secret.txt',
    '/gallery/..%2f..%2f..%2fsecret.txt',
  ])('gives away nothing outside its folders for %s', async (path) => {
    // Use a raw socket, because fetch would normalize the path.
    const socket = connect(Number(new URL(desk.origin).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1.1 [234]/);
    expect(answer).not.toContain('secret');
  });

  it('says what to do where nothing has been built', async () => {
    const bare = await startDesk({ repository: join(repository, 'locales') });
    for (const path of ['/porch/porch.js', '/agent', '/docs', '/gallery']) {
      const response = await fetch(bare.origin + path);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining('npm run build'),
      ]);
    }
    await bare.close();
  });
});
