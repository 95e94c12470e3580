import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { sameSecret } from '../domain/tokens';
import type { BuiltFile } from './builtFiles';

const compress = promisify(brotliCompress);
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The files of a build by their paths in addresses, compressed by brotli. */
export type Unpacked = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Only a process with the database's secret can sign a pack, so write access to the bucket puts no scripts on visitors' pages. */
const sign = (key: string, text: string): string =>
  createHmac('sha256', createHmac('sha256', key).update('builds').digest()).update(text).digest('base64url');

/** Packs a build: its signature, and in the next line its files as JSON. @param key a secret of the database */
export const packBuild = async (files: readonly BuiltFile[], key: string): Promise<Uint8Array> => {
  const packed: Record<string, string> = {};
  for (const { path, file, isCompressed } of files) {
    const bytes = isCompressed ? await readFile(`${file}.br`) : await compress(await readFile(file), QUICKLY);
    packed[path] = bytes.toString('base64');
  }
  const text = JSON.stringify(packed);
  return Buffer.from(`${sign(key, text)}\n${text}`);
};

/** @returns undefined for what no process of this desk has packed, or what is no longer whole */
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
