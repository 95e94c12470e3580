import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { currentBuild } from '../../examples/support-desk/server/assets/builtFiles';
import { packBuild } from '../../examples/support-desk/server/assets/packedBuild';
import type { Shelf } from '../../examples/support-desk/server/uploads/shelf';
import { keyOf } from '../../examples/support-desk/server/uploads/uploadKey';
import { currentFiles } from '../../scripts/keepBuilds.mjs';
import { type Desk, type DeskOptions, startDesk } from '../support/desk';
import { folderForThisFile } from '../support/folder';
import { forThisFile, forThisTest } from '../support/forThis';
import { createDiskUploads, openShelf } from '../support/openFiles';
import { startS3Server } from '../support/s3Server';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const s3 = await forThisFile(startS3Server());
const folder = folderForThisFile();

let made = 0;
const newFolder = () => join(folder, String(made++));

/** What the folder of the newer build is called. */
const NEWER = 'newer';
const BUILD = /\b\w{5}(?=\/launcher\.js$)/;
const built = currentFiles(join(repository, 'dist'));
const [name = ''] = built.flatMap((file) => BUILD.exec(file) ?? []);

/** With the loader an odd number, so that a balancer that takes two desks in turn gives both loaders. */
const FILES = ['launcher.js', 'messenger.js', 'realm.js', 'l/de.js', 'voice.js', 'scrollback.js'];

/** An image of a few files of the last build, in a folder of its own. @param as what its folder is called in place of its own name */
const imageOf = (as: string): string => {
  const image = newFolder();
  const dist = join(image, 'dist');
  mkdirSync(join(image, 'examples/support-desk/dist/assets'), { recursive: true });
  for (const part of ['locales', 'examples/support-desk/locales'])
    symlinkSync(join(repository, part), join(image, part));
  mkdirSync(join(dist, as, 'l'), { recursive: true });
  for (const file of FILES)
    for (const one of [file, `${file}.br`]) cpSync(join(repository, 'dist', name, one), join(dist, as, one));
  for (const loader of ['porch.js', 'porch.now.js', 'porch.renew.js'])
    writeFileSync(
      join(dist, loader),
      readFileSync(join(repository, 'dist', loader), 'utf8').replaceAll(name, as),
    );
  writeFileSync(join(image, `examples/support-desk/dist/assets/inbox-${as}.css`), `.${as}{}`);
  return image;
};

/** Two desks of one database, the first of an older build. */
const startBoth = async (options: Pick<DeskOptions, 'shelf'>): Promise<[Desk, Desk]> => {
  const first = await forThisTest(
    startDesk({ ...options, publicUrl: 'https://help.example', repository: imageOf(name) }),
  );
  const second = await forThisTest(
    startDesk({
      ...options,
      publicUrl: 'https://help.example',
      store: first.store,
      repository: imageOf(NEWER),
    }),
  );
  return [first, second];
};

/**
 * Visits through a balancer that takes the desks in turn. @returns how many files were asked for, and how many were missing
 */
const visit = async (desks: readonly Desk[]) => {
  let turn = 0;
  const get = (path: string) => fetch(`${desks[turn++ % desks.length]?.origin}${path}`);
  let missing = 0;
  const builds = new Set<string>();
  for (let left = 8; left > 0; left--) {
    const loader = await (await get('/porch/porch.now.js')).text();
    const [, build = ''] = /\.build="(\w{5})"/.exec(loader) ?? [];
    builds.add(build);
    for (const file of FILES) if ((await get(`/porch/${build}/${file}`)).status !== 200) missing++;
  }
  return { builds: [...builds].sort(), asked: 8 * FILES.length, missing };
};

const SHELVES: [string, () => Promise<Shelf>][] = [
  ['a folder', () => openShelf(newFolder(), undefined)],
  ['a bucket', () => openShelf('', s3.newPlace())],
];

describe('while two builds serve side by side', () => {
  it('without a place that both have, about half of the files are missing', async () => {
    expect(await visit(await startBoth({}))).toEqual({
      builds: [name, NEWER].sort(),
      asked: 48,
      missing: 24,
    });
  });

  it.each(SHELVES)('each serves the files of both, by way of %s', async (_, open) => {
    const shelf = await open();
    const [first, second] = await startBoth({ shelf });
    expect(await visit([first, second])).toEqual({ builds: [name, NEWER].sort(), asked: 48, missing: 0 });
    // One thing for each build, whatever the number of its files.
    expect(await shelf.list()).toHaveLength(2);
    for (const path of [
      `/porch/${NEWER}/launcher.js`,
      `/porch/${NEWER}/l/de.js`,
      `/agent/assets/inbox-${NEWER}.css`,
    ])
      for (const headers of ['br', 'gzip', 'identity'].map((one) => ({ 'Accept-Encoding': one }))) {
        const [own, shared] = await Promise.all(
          [second, first].map((desk) => fetch(desk.origin + path, { headers })),
        );
        const of = async (answer: Response | undefined) => {
          const all = Object.fromEntries(answer?.headers ?? []);
          const { etag, date, 'content-length': size, 'x-request-id': id, ...rest } = all;
          // A file without a compressed one beside it is compressed on the shelf only.
          if (path.startsWith('/agent')) delete rest['content-encoding'];
          return [answer?.status, await answer?.text(), rest];
        };
        const ours = await of(own);
        expect(await of(shared)).toEqual(ours);
        expect(ours[0]).toBe(200);
      }
  });

  it('a file of another build is not fetched again, and has no body for HEAD', async () => {
    const shelf = await openShelf(newFolder(), undefined);
    const [first] = await startBoth({ shelf });
    const address = `${first.origin}/porch/${NEWER}/launcher.js`;
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('what its process puts there after its start is served, too', async () => {
    const shelf = await openShelf(newFolder(), undefined);
    const first = await forThisTest(startDesk({ shelf, repository: imageOf(name) }));
    const address = `${first.origin}/porch/${NEWER}/launcher.js`;
    expect((await fetch(address)).status).toBe(404);
    await forThisTest(startDesk({ shelf, store: first.store, repository: imageOf(NEWER) }));
    expect((await fetch(address)).status).toBe(200);
  });
});

describe('the place of the builds', () => {
  const gone: Shelf = {
    list: () => Promise.reject(new Error('away')),
    put: () => Promise.reject(new Error('away')),
    read: () => Promise.reject(new Error('away')),
    remove: () => Promise.reject(new Error('away')),
  };

  it('keeps no desk from its start and its own files where it does not answer', async () => {
    const desk = await forThisTest(startDesk({ shelf: gone, repository: imageOf(name) }));
    expect((await fetch(`${desk.origin}/porch/${name}/launcher.js`)).status).toBe(200);
    const missing = await fetch(`${desk.origin}/porch/${NEWER}/launcher.js`);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('has only what a process of the desk has put there whole', async () => {
    const place = newFolder();
    const shelf = await openShelf(place, undefined);
    const [first, second] = await startBoth({ shelf });
    const stored = await shelf.list();
    const packs = await Promise.all(stored.map(async ({ name }) => (await shelf.read(name)).toString()));
    const newer = packs.find((pack) => pack.includes(NEWER)) ?? '';
    const other = await openShelf(newFolder(), undefined);
    const forged = newer.replaceAll(NEWER, 'wrong');
    await other.put('forged', Buffer.from(forged));
    await other.put('cut', Buffer.from(newer.slice(0, 9999)));
    await other.put('empty', new Uint8Array());
    const log: string[] = [];
    const desk = await forThisTest(
      startDesk({
        shelf: other,
        store: first.store,
        repository: imageOf(name),
        onLog: (line) => log.push(line),
      }),
    );
    const statusOf = async (path: string) => (await fetch(desk.origin + path)).status;
    expect(await statusOf('/porch/wrong/launcher.js')).toBe(404);
    expect(await statusOf(`/porch/${NEWER}/launcher.js`)).toBe(404);
    expect(log.filter((line) => line.includes('not whole, or not of this desk'))).toHaveLength(3);
    await other.put('right', Buffer.from(newer));
    expect(await statusOf(`/porch/${NEWER}/launcher.js`)).toBe(200);
    // A desk of another database has packed these.
    const stranger = await forThisTest(startDesk({ shelf, repository: imageOf('third') }));
    expect((await fetch(`${stranger.origin}/porch/${NEWER}/launcher.js`)).status).toBe(404);
    await second.close();
  });

  it('has what desks of earlier versions read, and is read where they have put it', async () => {
    const key = 'a secret';
    const repository = imageOf(NEWER);
    // With gzip beside it, as builds have it since.
    const launcher = readFileSync(join(repository, `dist/${NEWER}/launcher.js`));
    writeFileSync(join(repository, `dist/${NEWER}/launcher.js.gz`), gzipSync(launcher));
    const { files } = await currentBuild(repository);
    const sign = (text: string, secret: string) => {
      const inner = createHmac('sha256', secret).update('builds').digest();
      return createHmac('sha256', inner).update(text).digest('base64url');
    };
    const pack = Buffer.from(await packBuild(files, key)).toString();
    const [signature, text = ''] = pack.split('\n');
    expect(signature).toBe(sign(text, key));
    const packed = JSON.parse(text) as Record<string, string>;
    expect(Object.keys(packed).sort()).toEqual(
      [...FILES.map((file) => `/porch/${NEWER}/${file}`), `/agent/assets/inbox-${NEWER}.css`].sort(),
    );
    const bytes = Buffer.from(packed[`/porch/${NEWER}/launcher.js`] ?? '', 'base64');
    expect(brotliDecompressSync(bytes).equals(launcher)).toBe(true);

    const shelf = await openShelf(newFolder(), undefined);
    const desk = await forThisTest(startDesk({ shelf, repository: imageOf(name) }));
    const theirs = JSON.stringify({
      '/porch/older/launcher.js': brotliCompressSync(launcher).toString('base64'),
    });
    const signed = `${sign(theirs, desk.store.campaignKey)}\n${theirs}`;
    await shelf.put('of-an-earlier-version', Buffer.from(signed));
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(`${desk.origin}/porch/older/launcher.js`, {
        headers: { 'Accept-Encoding': encoding },
      });
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(await answer.text()).toBe(launcher.toString());
    }
  });

  it('is out of reach of uploads and of their upkeep', async () => {
    const place = newFolder();
    const uploads = createDiskUploads(place);
    const shelf = await openShelf(place, undefined);
    const [first] = await startBoth({ shelf });
    const [{ name: pack } = { name: '' }] = await shelf.list();
    for (const id of [`builds/${pack}`, `../builds/${pack}`]) expect(() => keyOf(id)).toThrow();
    for (const path of [`/uploads/builds/${pack}`, `/uploads/builds%2F${pack}`, `/porch/builds/${pack}`])
      expect((await fetch(first.origin + path)).status).toBe(404);
    const unused: string[] = [];
    for await (const id of uploads.storedBefore(Number.POSITIVE_INFINITY)) unused.push(id);
    expect(unused).toEqual([]);
  });
});
