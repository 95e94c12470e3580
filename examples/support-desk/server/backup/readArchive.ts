import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MANIFEST, type Manifest, manifestSchema } from './format';
import { Refused } from './refused';

/** A backup that is complete and unchanged. */
export type Archive = {
  manifest: Manifest;
  /** The names of all entries with this prefix. */
  names(start: string): string[];
  has(name: string): boolean;
  /** @throws if there is no such entry */
  open(name: string): Promise<Readable>;
  close(): void;
};

const hashOf = async (stream: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
};

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
};

const readManifest = async (zip: ZipFile, entry: Entry | undefined): Promise<Manifest> => {
  if (!entry) throw new Error('no manifest');
  const text = await buffer(await zip.openReadStreamPromise(entry));
  if (createHash('sha256').update(text).digest('hex') !== zip.comment) throw new Error('another manifest');
  const value: unknown = JSON.parse(text.toString('utf8'));
  const { format } = value as { format: unknown };
  if (typeof format === 'number' && format > manifestSchema.entries.format.literal) {
    throw new Refused('The backup is of a newer version of the desk. Install that version first.');
  }
  return v.parse(manifestSchema, value);
};

const check = async (path: string, zip: ZipFile): Promise<Archive> => {
  const entries = await entriesOf(zip);
  const manifest = await readManifest(zip, entries.get(MANIFEST));
  const open = (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (!entry) throw new Refused(`The backup ${path} has no ${name}.`);
    return zip.openReadStreamPromise(entry);
  };
  for (const { name, bytes, sha256 } of manifest.entries) {
    const found = await hashOf(await open(name));
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new Error(`${name} has changed`);
  }
  if (entries.size !== manifest.entries.length + 1) throw new Error('an entry too many');
  return {
    manifest,
    names: (start) => [...entries.keys()].filter((name) => name.startsWith(start)),
    has: (name) => entries.has(name),
    open,
    close: () => zip.close(),
  };
};

/**
 * Opens a backup and reads all of it once, to check that it is complete and unchanged.
 * @throws Refused
 */
export const readArchive = async (path: string): Promise<Archive> => {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    return await check(path, zip);
  } catch (error) {
    zip?.close();
    if (error instanceof Refused) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Refused(`There is no file ${path}.`);
    if (code === 'EACCES' || code === 'EISDIR') throw new Refused(`${path} cannot be read (${code}).`);
    throw new Refused(`${path} is not a complete backup: it was cut off or changed. Nothing was restored.`);
  }
};
