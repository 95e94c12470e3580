import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Bytes, compressQuickly, SUFFIXES } from '../http/compress';
import { sameSecret } from '../model/tokens';
import type { BuiltFile } from './builtFiles';

/** The files of a build by address path, compressed with brotli. Desks of all versions read these. */
export type Unpacked = ReadonlyMap<string, Bytes>;

/**
 * Only a process with the database's secret can sign a pack, so write access to the bucket cannot put scripts on
 * visitors' pages.
 */
const sign = (key: string, text: string): string =>
  createHmac('sha256', createHmac('sha256', key).update('builds').digest()).update(text).digest('base64url');

/** Packs a build: its signature and, on the next line, its files as JSON. @param key a secret of the database */
export const packBuild = async (files: readonly BuiltFile[], key: string): Promise<Uint8Array> => {
  const packed: Record<string, string> = {};
  for (const { path, file, isCompressed } of files) {
    const bytes = isCompressed
      ? await readFile(file + SUFFIXES.br)
      : await compressQuickly(await readFile(file), 'br');
    packed[path] = Buffer.from(bytes).toString('base64');
  }
  const text = JSON.stringify(packed);
  return Buffer.from(`${sign(key, text)}\n${text}`);
};

/** @returns undefined if no process of this desk has packed it, or if it is damaged */
export const unpackBuild = (pack: Uint8Array, key: string): Unpacked | undefined => {
  const all = Buffer.from(pack).toString('utf8');
  const end = all.indexOf('\n');
  const text = all.slice(end + 1);
  if (end < 0 || !sameSecret(all.slice(0, end), sign(key, text))) return undefined;
  const packed = JSON.parse(text) as Record<string, string>;
  return new Map(
    Object.entries(packed).map(([path, bytes]) => [path, new Uint8Array(Buffer.from(bytes, 'base64'))]),
  );
};
