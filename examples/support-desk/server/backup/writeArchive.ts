import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { MANIFEST, type Manifest } from './format';

type Entry = Manifest['entries'][number];

/** A zip file while it is written. Its entries are added one after another. */
export type ArchiveWriter = {
  /** Adds an entry from a stream. */
  add(name: string, from: Readable, options?: { compress: boolean }): Promise<void>;
  /** Adds the manifest with the hashes of all entries, and waits until the file is on disk. */
  finish(manifest: Omit<Manifest, 'entries'>): Promise<void>;
  /** Gives up. */
  abort(): Promise<void>;
};

const counting = (hash: Hash, count: (bytes: number) => void): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      count(chunk.length);
      done(null, chunk);
    },
  });

/** @param path must not exist */
export const createArchive = (path: string): ArchiveWriter => {
  const zip = new ZipFile();
  // The failed stream reports the error to the caller.
  zip.on('error', () => undefined);
  const entries: Entry[] = [];
  const aborted = new AbortController();
  const written = pipeline(
    zip.outputStream,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal: aborted.signal },
  );
  written.catch(() => undefined);
  return {
    add: async (name, from, { compress } = { compress: true }) => {
      const hash = createHash('sha256');
      let bytes = 0;
      const through = counting(hash, (more) => {
        bytes += more;
      });
      zip.addReadStream(through, name, { compress, mode: 0o100600 });
      await Promise.race([pipeline(from, through), written]);
      entries.push({ name, bytes, sha256: hash.digest('hex') });
    },
    finish: async (manifest) => {
      const text = Buffer.from(JSON.stringify({ ...manifest, entries }, undefined, 1));
      zip.addBuffer(text, MANIFEST, { mode: 0o100600 });
      // The end of the file proves the manifest, and the manifest proves the rest.
      const comment = createHash('sha256').update(text).digest('hex');
      zip.end({ comment, forceZip64Format: false });
      await written;
    },
    abort: async () => {
      aborted.abort();
      await written.catch(() => undefined);
    },
  };
};
