import { describe, expect, it } from 'vitest';
import { EXTENSIONS, kindOf, MAX_FILE_SIZE, MAX_FILES, refuseFile } from '../../../src/model/fileRules';
import { ALLOWED_EXTENSIONS, otherExtensions } from '../../support/allowedExtensions';

const file = (name: string, size = 1, type = '') => ({ name, size, type });

describe('a file', () => {
  it('A file over 50 MB (52428800 bytes) is rejected as fileSize. (file-1)', () => {
    expect(MAX_FILE_SIZE).toBe(52_428_800);
    expect(refuseFile(file('a.png', 52_428_800), 0)).toBeUndefined();
    expect(refuseFile(file('a.png', 52_428_801), 0)).toBe('fileSize');
  });

  it('Allowed attachment extensions: each of the list, in its order, and nothing else (file-2, file-8)', () => {
    expect(EXTENSIONS).toEqual(ALLOWED_EXTENSIONS);
    expect(EXTENSIONS).toHaveLength(59);
  });

  it('The extension (lowercased last segment of the name) must be in the allowed list, else fileType. (file-2)', () => {
    for (const extension of ALLOWED_EXTENSIONS) {
      expect([extension, refuseFile(file(`a.exe.${extension.toUpperCase()}`), 0)]).toEqual([
        extension,
        undefined,
      ]);
    }
    const taken = otherExtensions().filter((e) => refuseFile(file(`a.png.${e}`), 0) !== 'fileType');
    expect(taken).toEqual([]);
    for (const name of ['a', 'png', 'a.', '', '.', 'png.'])
      expect([name, refuseFile(file(name), 0)]).toEqual([name, 'fileType']);
  });

  it('A tooMany flag rejects as tooMany (at most 25 files per upload). (file-3)', () => {
    expect(MAX_FILES).toBe(25);
    const refusals = Array.from({ length: 27 }, (_, at) => refuseFile(file('a.png'), at));
    expect(refusals).toEqual([...Array(25).fill(undefined), 'tooMany', 'tooMany']);
  });

  it('gets its own error first, even above the file limit', () => {
    expect(refuseFile(file('a.png', 52_428_801), 25)).toBe('fileSize');
    expect(refuseFile(file('a.exe'), 25)).toBe('fileType');
  });

  it('is an image by its type, unless it may hold scripts (file-9)', () => {
    expect(kindOf(file('a.png', 1, 'image/png'))).toBe('image');
    expect(kindOf(file('a.svg', 1, 'image/svg+xml'))).toBe('file');
    expect(kindOf(file('a.pdf', 1, 'application/pdf'))).toBe('file');
  });
});
