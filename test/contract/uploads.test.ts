import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { S3Place } from '../../examples/support-desk/server/uploads/s3Place';
import {
  FileMissing,
  FileTooLarge,
  MAX_FILE_BYTES,
  type Uploads,
} from '../../examples/support-desk/server/uploads/uploads';
import { folderForThisTest } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { createMemoryUploads } from '../support/memory/memoryUploads';
import { openUploads } from '../support/openFiles';
import { startS3Server } from '../support/s3Server';

const s3 = await forThisFile(startS3Server());

type Opened = { uploads: Uploads; other: Uploads; names: () => string[] };

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Each opens an empty storage, for two processes, and lists the files in it and in the folder, incomplete ones, too. */
const ENGINES: Record<string, (folder: string) => Promise<Opened>> = {
  'a folder': async (folder) => ({
    uploads: await openUploads(folder, undefined),
    other: await openUploads(folder, undefined),
    names: () => filesIn(folder),
  }),
  'a bucket': async (folder) => {
    const place: S3Place = s3.newPlace();
    return {
      uploads: await openUploads(folder, place),
      other: await openUploads(join(folder, 'other'), place),
      names: () => [...s3.objects(place), ...filesIn(folder)],
    };
  },
  memory: async () => {
    const uploads = createMemoryUploads();
    return { uploads, other: uploads, names: () => [] };
  },
};

const text = async (uploads: Uploads, id: string, range?: { start: number; end: number }) =>
  new Response(await uploads.read(id, range)).text();

const idsOf = async (uploads: Uploads, time: number): Promise<string[]> => {
  const ids: string[] = [];
  for await (const id of uploads.storedBefore(time)) ids.push(id);
  return ids.sort();
};

describe.each(Object.entries(ENGINES))('files kept in %s', (_name, open) => {
  let folder: string;
  let uploads: Uploads;
  let other: Uploads;
  let names: () => string[];
  beforeEach(async () => {
    folder = folderForThisTest();
    ({ uploads, other, names } = await open(folder));
  });

  const receive = (id: string, content: string | Uint8Array, most = MAX_FILE_BYTES) =>
    uploads.receive(id, Readable.from([Buffer.from(content)]), most);

  it('are read back whole or in part, and can be removed', async () => {
    const source = Readable.from([Buffer.from('01234'), Buffer.from('56789')]);
    expect(await uploads.receive('an-upload', source, 10)).toBe(10);
    expect(await text(uploads, 'an-upload')).toBe('0123456789');
    expect(await text(uploads, 'an-upload', { start: 3, end: 5 })).toBe('345');
    await uploads.remove('an-upload');
    await expect(uploads.read('an-upload')).rejects.toThrow(FileMissing);
    await uploads.remove('an-upload');
    expect(names()).toEqual([]);
  });

  it('have every byte that was sent, also the largest and the empty one', async () => {
    for (const size of [0, 1, 70_000, MAX_FILE_BYTES]) {
      const content = randomBytes(size);
      const id = `of-${size}-bytes`;
      expect(await receive(id, content)).toBe(size);
      const read = Buffer.from(await new Response(await uploads.read(id)).arrayBuffer());
      expect([size, read.length, hash(read)]).toEqual([size, size, hash(content)]);
    }
  });

  it('give any range of a file', async () => {
    const content = 'The quick brown fox jumps over the lazy dog';
    await receive('an-upload', content);
    const last = content.length - 1;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: last }), fc.nat({ max: last }), async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        expect(await text(uploads, 'an-upload', { start, end })).toBe(content.slice(start, end + 1));
      }),
      { numRuns: 40 },
    );
  });

  it('may have as many bytes as are allowed and not one more; the rest is read to its end', async () => {
    let read = 0;
    const source = Readable.from(
      (function* () {
        for (; read < 20; read++) yield Buffer.from('x');
      })(),
    );
    await expect(uploads.receive('too-large', source, 10)).rejects.toThrow(FileTooLarge);
    expect(read).toBe(20);
    expect(names()).toEqual([]);
    await expect(uploads.read('too-large')).rejects.toThrow(FileMissing);
  });

  it('leave nothing when their source breaks off', async () => {
    const source = Readable.from(
      (function* () {
        yield Buffer.from('half');
        throw new Error('gone');
      })(),
    );
    await expect(uploads.receive('broken-off', source, 10)).rejects.toThrow('gone');
    expect(names()).toEqual([]);
    await expect(uploads.read('broken-off')).rejects.toThrow(FileMissing);
  });

  it('are listed when they were stored before a time', async () => {
    const ids = ['first-upload', 'other-upload', 'fifth-upload'];
    for (const id of ids) await receive(id, 'x');
    expect(await idsOf(uploads, Date.now() + 60_000)).toEqual(ids.toSorted());
    expect(await idsOf(uploads, Date.now() - 60_000)).toEqual([]);
    await uploads.remove('other-upload');
    expect(await idsOf(uploads, Date.now() + 60_000)).toEqual(['fifth-upload', 'first-upload']);
  });

  it('are there for another process once they are stored, and not before', async () => {
    const source = new PassThrough();
    const receiving = uploads.receive('an-upload', source, 100);
    source.write('first ');
    await expect(other.read('an-upload')).rejects.toThrow(FileMissing);
    // Its cleaning leaves what is on its way.
    expect(await idsOf(other, Date.now() - 3_600_000)).toEqual([]);
    source.end('second');
    await receiving;
    expect(await text(other, 'an-upload')).toBe('first second');
    expect(await idsOf(other, Date.now() + 60_000)).toEqual(['an-upload']);
    await other.remove('an-upload');
    await expect(uploads.read('an-upload')).rejects.toThrow(FileMissing);
    await uploads.remove('an-upload');
  });

  it('are received many at a time', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `upload-number-${index}`);
    await Promise.all(ids.map((id) => receive(id, id.repeat(1000))));
    for (const id of ids) expect(await text(uploads, id)).toBe(id.repeat(1000));
  });

  it('are checked, and have space', async () => {
    await uploads.check();
    expect(await uploads.freeBytes()).toBeGreaterThan(0);
  });
});

const hash = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
