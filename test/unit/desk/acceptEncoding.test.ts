import { expect, it } from 'vitest';
import { chooseEncoding } from '../../../examples/support-desk/server/http/accept';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['GZip;Q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  // Weights only accept or refuse.
  ['gzip;q=1.0, br;q=0.001', 'br'],
  ['identity, gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000 , gzip ; q=1.000', 'gzip'],
  ['br;q=0, gzip;q=0.0', undefined],
  ['br;q=0, br', undefined],
  ['*', 'br'],
  ['*;q=0.1', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['identity;q=0, *', 'br'],
  ['br;level=3', 'br'],
  // There is nothing that this client accepts; it gets what every client reads.
  ['identity;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
  // What cannot be read accepts nothing.
  ['br;q=x, gzip', 'gzip'],
  ['br;q, gzip;q=', undefined],
  ['br;q=2, gzip;q=-1', undefined],
  ['br;q = 1', undefined],
  ['brotli, sgzip, gzip2', undefined],
  ['gzip br', undefined],
  [',;,=;q=1,"gzip",', undefined],
  [`${','.repeat(9000)}gzip`, 'gzip'],
])('the encoding of an answer that accepts %j is %j', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
