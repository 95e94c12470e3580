import { describe, expect, it } from 'vitest';
import { EXTENSIONS, isRetryable, kindOf, MAX_FILE_SIZE, refuseFile } from '../../../src/model/fileRules';

const file = (name: string, size = 1, type = '') => ({ name, size, type });

describe('a file', () => {
  it('may be sent by each extension that is allowed, in any case', () => {
    expect(EXTENSIONS).toHaveLength(59);
    for (const extension of EXTENSIONS) {
      expect(refuseFile(file(`a.b.${extension.toUpperCase()}`), 0)).toBeUndefined();
    }
  });

  it('of another extension, or of none, is refused by its type', () => {
    for (const name of ['a.exe', 'a', 'png', 'a.', 'a.png.html', '']) {
      expect([name, refuseFile(file(name), 0)]).toEqual([name, 'fileType']);
    }
  });

  it('may have 50 MB and not a byte more', () => {
    expect(MAX_FILE_SIZE).toBe(52_428_800);
    expect(refuseFile(file('a.png', MAX_FILE_SIZE), 0)).toBeUndefined();
    expect(refuseFile(file('a.png', MAX_FILE_SIZE + 1), 0)).toBe('fileSize');
  });

  it('may be the 25th of an upload and not the 26th', () => {
    expect(refuseFile(file('a.png'), 24)).toBeUndefined();
    expect(refuseFile(file('a.png'), 25)).toBe('tooMany');
  });

  it('can be tried again where there were too many, or where nobody knows why', () => {
    expect((['unknown', 'tooMany', 'fileSize', 'fileType'] as const).map(isRetryable)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is an image by its type, but never where it may hold scripts', () => {
    expect(kindOf(file('a.png', 1, 'image/png'))).toBe('image');
    expect(kindOf(file('a.svg', 1, 'image/svg+xml'))).toBe('file');
    expect(kindOf(file('a.pdf', 1, 'application/pdf'))).toBe('file');
  });
});
