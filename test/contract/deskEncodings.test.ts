import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { openShelf } from '../support/openFiles';

const whole = fileURLToPath(new URL('../..', import.meta.url));
const folder = folderForThisFile();

/** Long enough to be compressed. */
const textOf = (name: string): string =>
  Array.from({ length: 60 }, (_, i) => `/* Line ${i * i} of ${name} */\n`).join('');
const PAGE = `<!doctype html><head></head><p>${textOf('a page')}`;

/** @param build the folder of its widget */
const imageOf = (build: string): string => {
  const repository = join(folder, build);
  const put = (path: string, text: string, ...ends: ('br' | 'gz')[]) => {
    const file = join(repository, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (ends.includes('br')) writeFileSync(`${file}.br`, brotliCompressSync(text));
    if (ends.includes('gz')) writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  };
  put(`dist/${build}/launcher.js`, textOf(build), 'br', 'gz');
  // As builds of earlier versions left it.
  put(`dist/${build}/earlier.js`, textOf('earlier'), 'br');
  put(`dist/${build}/tiny.js`, 'tiny');
  put('dist/porch.js', `(()=>{${textOf('the loader')}})();\n`, 'br', 'gz');
  put('dist/porch.now.js', `(PORCH_GIVEN=>{${textOf('all')}})({load(){}});\n`, 'br', 'gz');
  put('examples/async-script/index.html', PAGE);
  put('examples/support-desk/dist/index.html', PAGE);
  put('examples/support-desk/dist/assets/app-1.js', textOf('the inbox'), 'br', 'gz');
  put('examples/support-desk/docs/dist/deploy.html', PAGE, 'br', 'gz');
  put('examples/async-script/drawing.svg', `<svg><!--${textOf('a drawing')}--></svg>`);
  writeFileSync(join(repository, 'examples/async-script/photo.png'), Buffer.alloc(2000, 'png'));
  for (const part of ['locales', 'examples/support-desk/locales'])
    symlinkSync(join(whole, part), join(repository, part));
  return repository;
};

const shelf = await openShelf(join(folder, 'shelf'), undefined);
const publicUrl = 'https://help.example/sub';
const first = await forThisFile(startDesk({ shelf, publicUrl, repository: imageOf('newer') }));
const desk = await forThisFile(
  startDesk({
    shelf,
    publicUrl,
    store: first.store,
    repository: imageOf('older'),
    agentToken: 'a-token-of-agents',
  }),
);

/** What the desk serves: a path, and whether it is compressed. */
const KINDS: [what: string, path: string, isSmaller: boolean][] = [
  ['a file of the build', '/porch/older/launcher.js', true],
  ['a file of a build without gzip', '/porch/older/earlier.js', true],
  ['a file of another process’ build', '/porch/newer/launcher.js', true],
  ['a tiny file', '/porch/older/tiny.js', false],
  ['the loader with the desk’s address', '/porch/porch.js', true],
  ['the loader with the configuration', '/porch/porch.now.js', true],
  ['the configuration', '/embeddable/config', true],
  ['the configuration of the preview', '/embeddable/preview/config', true],
  ['JSON for visitors', '/sc/sdk/v2/integrations/web/config', true],
  ['JSON for agents', '/agent/api/settings', true],
  ['a short JSON', '/agent/api/ticket-fields', false],
  ['the inbox', '/agent/', true],
  ['the inbox below its address', '/agent/conversations/5', true],
  ['a script of the inbox', '/agent/assets/app-1.js', true],
  ['the documentation', '/docs/deploy', true],
  ['the demo', '/', true],
  ['a drawing', '/drawing.svg', true],
  ['a picture', '/photo.png', false],
];
/** Answers of calls are not kept, so they have no version. */
const hasVersion = (path: string): boolean => !/^\/(?:sc|agent\/api)\//.test(path);

type Answer = { status: number; headers: Record<string, string | undefined>; bytes: Buffer };

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${desk.agentToken}`, ...headers };
    request(desk.origin + path, { method, headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Answer['headers'],
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const bodyOf = ({ headers, bytes }: Answer): string =>
  (DECODERS[headers['content-encoding'] ?? ''] ?? ((all: Buffer) => all))(bytes).toString();

type Row = { name: string; weight: number | undefined };

/** By the rows that a header was made of, not by reading it. */
const accepts = (rows: readonly Row[], coding: string): boolean => {
  const row = rows.find(({ name }) => name === coding) ?? rows.find(({ name }) => name === '*');
  return row !== undefined && row.weight !== 0;
};

const rows = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('br', 'gzip', 'deflate', 'zstd', 'identity', '*'),
    weight: fc.constantFrom(undefined, 0, 0.001, 0.5, 1),
  }),
  { selector: ({ name }) => name },
);
const spelling = fc.record({
  isLoud: fc.boolean(),
  space: fc.constantFrom('', ' ', '\t'),
  garbage: fc.constantFrom('', ',', ', ;', ', q=1', ', brotli;q=1', ', "gzip"', ', ;q=0', ', gzip/2'),
});
const header = fc.tuple(rows, spelling).map(([made, { isLoud, space, garbage }]) => {
  const texts = made.map(({ name, weight }) =>
    weight === undefined ? name : `${name}${space};${space}q=${weight}`,
  );
  const text = texts.join(`${space},${space}`) + garbage;
  return { rows: made, text: isLoud ? text.toUpperCase() : text };
});

describe('what is served', () => {
  it.each(KINDS)(
    'as %s, %s, comes in the smallest encoding that each client accepts',
    async (_, path, small) => {
      const plain = await ask(path, { 'accept-encoding': 'identity' });
      expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
      await fc.assert(
        fc.asyncProperty(header, async ({ rows: made, text }) => {
          const answer = await ask(path, { 'accept-encoding': text });
          const best = ['br', 'gzip'].find((one) => small && accepts(made, one));
          expect([answer.status, answer.headers['content-encoding']]).toEqual([200, best]);
          expect(bodyOf(answer)).toBe(bodyOf(plain));
          expect(answer.headers.vary?.match(/accept-encoding/gi)).toHaveLength(1);
        }),
        { numRuns: 40 },
      );
    },
  );

  it.each(KINDS)(
    'as %s, %s, has the same headers for HEAD, and is whole where a part is asked for',
    async (_, path) => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const accepted = { 'accept-encoding': encoding };
        const { headers, bytes } = await ask(path, accepted);
        const head = await ask(path, accepted, 'HEAD');
        const compared = ['content-encoding', 'content-type', 'etag', 'vary', 'cache-control'];
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        for (const name of compared) expect([name, head.headers[name]]).toEqual([name, headers[name]]);
        const part = await ask(path, { ...accepted, range: 'bytes=1-5' });
        expect([part.status, part.headers['content-range']]).toEqual([200, undefined]);
        expect(part.bytes.equals(bytes)).toBe(true);
      }
    },
  );

  it.each(KINDS.filter(([, path]) => hasVersion(path)))(
    'as %s, %s, has a version for each encoding, which is not sent again',
    async (_, path, small) => {
      const versions = new Set<string>();
      for (const encoding of ['br', 'gzip', 'identity']) {
        const accepted = { 'accept-encoding': encoding };
        const { headers } = await ask(path, accepted);
        const { etag = '', vary } = headers;
        versions.add(etag);
        // A proxy makes the tag of what it compresses a weak one, and a cache names all that it has.
        for (const known of [etag, `W/${etag.replace('W/', '')}`, `"other", ${etag}`]) {
          const again = await ask(path, { ...accepted, 'if-none-match': known });
          expect([again.status, again.bytes.length]).toEqual([304, 0]);
          expect(again.headers).toMatchObject({ etag, vary });
        }
        const other = await ask(path, { ...accepted, 'if-none-match': '"other"' });
        expect(other.status).toBe(200);
      }
      expect(versions.size).toBe(small ? 3 : 1);
    },
  );

  it.each(KINDS.filter(([, , small]) => small))(
    'as %s, %s, is smallest by brotli, and smaller by gzip',
    async (_, path) => {
      const sizes: number[] = [];
      for (const encoding of ['br', 'gzip', 'identity'])
        sizes.push((await ask(path, { 'accept-encoding': encoding })).bytes.length);
      expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
      expect(sizes[1]).toBeLessThan(sizes[2] ?? 0);
    },
  );

  it('by gzip is the build’s own file where there is one', async () => {
    const { bytes } = await ask('/porch/older/launcher.js', { 'accept-encoding': 'gzip' });
    expect(bytes.equals(readFileSync(join(folder, 'older/dist/older/launcher.js.gz')))).toBe(true);
  });
});
