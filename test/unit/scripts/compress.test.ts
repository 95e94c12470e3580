import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compress, ONE_WAY } from '../../../scripts/compress.mjs';
import { folderForThisTest } from '../../support/folder';

it('the build puts a brotli and a gzip beside each text, which are the same on every system', () => {
  const folder = folderForThisTest();
  mkdirSync(join(folder, 'l'));
  const text = 'export default {};\n'.repeat(40);
  for (const file of ['a.js', 'l/de.js', 'photo.png']) writeFileSync(join(folder, file), text);
  compress(folder, ONE_WAY);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const texts = ['a.js', 'l/de.js'];
  const beside = texts.flatMap((file) => [`${file}.br`, `${file}.gz`]);
  expect(files).toEqual([...texts, ...beside, 'l', 'photo.png'].sort());
  for (const file of texts) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`))).toString()).toBe(text);
    const gzip = readFileSync(join(folder, `${file}.gz`));
    expect(gunzipSync(gzip).toString()).toBe(text);
    // No time, and no system.
    expect([...gzip.subarray(4, 8), gzip[9]]).toEqual([0, 0, 0, 0, 255]);
  }
});
