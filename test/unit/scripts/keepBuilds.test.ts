import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  KEPT_BUILDS,
  KEPT_DAYS,
  listFiles,
  publishBuild,
  sameButForCase,
} from '../../../scripts/keepBuilds.mjs';
import { folderForThisTest } from '../../support/folder';

const DAY_MS = 86_400_000;
const START = 1_800_000_000_000;

let folder: string;
beforeEach(() => {
  folder = folderForThisTest();
});

const served = () => join(folder, 'dist');
const put = (dir: string, files: Record<string, string>) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, dir, file)), { recursive: true });
    writeFileSync(join(folder, dir, file), text);
  }
};
/** Publishes a build of the loader and these files, `day` days after the first one. */
const build = (day: number, files: Record<string, string>) => {
  rmSync(join(folder, 'new'), { recursive: true, force: true });
  put('new', { 'porch.js': Object.keys(files).join(), ...files });
  publishBuild(join(folder, 'new'), served(), ['porch.js'], START + day * DAY_MS);
};
const text = (file: string) => readFileSync(join(served(), file), 'utf8');

describe('a new build', () => {
  it('stands where it is served from, with the files of the build before beside it', () => {
    build(0, { 'messenger.A.js': 'a', 'l.A/de.js': 'de' });
    build(1, { 'messenger.B.js': 'b', 'l.B/de.js': 'de' });
    expect(listFiles(served()).sort()).toEqual([
      'l.A/de.js',
      'l.B/de.js',
      'messenger.A.js',
      'messenger.B.js',
      'porch.js',
    ]);
    expect(text('porch.js')).toBe('messenger.B.js,l.B/de.js');
  });

  it('replaces the content of a file whose name stays', () => {
    build(0, { 'sample.png': 'old' });
    build(1, { 'sample.png': 'new' });
    expect(text('sample.png')).toBe('new');
  });

  it('that is stopped before its end leaves a loader whose files are there', () => {
    build(0, { 'messenger.A.js': 'a' });
    // A folder with the file's name makes the copy fail, as a full disk would.
    put('dist', { 'messenger.B.js/in the way': '' });
    expect(() => build(1, { 'extras.B.js': 'b', 'messenger.B.js': 'b' })).toThrow();
    expect([text('porch.js'), text('messenger.A.js')]).toEqual(['messenger.A.js', 'a']);
  });

  it.each(['br', 'gz'])('that is stopped leaves the loader’s .%s, too', (end) => {
    build(0, { [`porch.js.${end}`]: 'old', 'messenger.A.js': 'a' });
    put('dist', { 'zoom.js/in the way': '' });
    expect(() => build(1, { [`porch.js.${end}`]: 'new', 'zoom.js': 'z' })).toThrow();
    expect(text(`porch.js.${end}`)).toBe('old');
  });
});

describe('files of an earlier build', () => {
  it('are kept for seven days after the next build took its place, however old they are by then', () => {
    build(0, { 'messenger.A.js': 'a', 'l.A/de.js': 'de' });
    build(100, { 'messenger.B.js': 'b' });
    build(100 + KEPT_DAYS - 0.01, { 'messenger.C.js': 'c' });
    expect(existsSync(join(served(), 'messenger.A.js'))).toBe(true);
    build(100 + KEPT_DAYS, { 'messenger.D.js': 'd' });
    expect(listFiles(served()).sort()).toEqual([
      'messenger.B.js',
      'messenger.C.js',
      'messenger.D.js',
      'porch.js',
    ]);
    expect(existsSync(join(served(), 'l.A'))).toBe(false);
  });

  it('stay as long as any build that is kept has them', () => {
    build(0, { 'messenger.A.js': 'a', 'launcher.A.js': 'same' });
    build(1, { 'messenger.B.js': 'b', 'launcher.A.js': 'same' });
    build(2 + KEPT_DAYS, { 'messenger.C.js': 'c' });
    build(3 + KEPT_DAYS, { 'messenger.D.js': 'd' });
    expect(listFiles(served())).toContain('launcher.A.js');
    expect(listFiles(served())).not.toContain('messenger.A.js');
  });

  it('go before their time only where there are very many builds, the oldest first', () => {
    for (let i = 0; i <= KEPT_BUILDS + 2; i++) build(i / 1000, { [`messenger.${i}.js`]: `${i}` });
    const left = listFiles(served()).filter((file) => file !== 'porch.js');
    expect(left).toHaveLength(KEPT_BUILDS + 1);
    expect([left.includes('messenger.1.js'), left.includes('messenger.2.js')]).toEqual([false, true]);
  });

  it('that no record tells of are kept for as long as if they had just been replaced', () => {
    put('dist', { 'porch.js': 'old', 'messenger.Z.js': 'z', '.stamp': 's' });
    build(0, { 'messenger.A.js': 'a' });
    writeFileSync(join(served(), '.builds.json'), '{ broken');
    build(1, { 'messenger.B.js': 'b' });
    expect(listFiles(served())).toEqual(expect.arrayContaining(['messenger.Z.js', 'messenger.A.js']));
    build(1 + KEPT_DAYS, { 'messenger.C.js': 'c' });
    expect(listFiles(served()).sort()).toEqual(['messenger.B.js', 'messenger.C.js', 'porch.js']);
    expect(text('.stamp')).toBe('s');
  });

  it('that come back with a later build are that build’s', () => {
    build(0, { 'messenger.A.js': 'a' });
    build(1, { 'messenger.B.js': 'b' });
    build(2, { 'messenger.A.js': 'a' });
    build(2 + KEPT_DAYS, { 'messenger.A.js': 'a', 'extras.A.js': 'x' });
    expect(listFiles(served()).sort()).toEqual(['extras.A.js', 'messenger.A.js', 'porch.js']);
  });
});

describe('names that differ by case alone', () => {
  it('are found, folders and composed letters too', () => {
    expect(sameButForCase(['a/Tools.js', 'a/tools.js', 'b/tools.js'])).toEqual([
      ['a/Tools.js', 'a/tools.js'],
    ]);
    expect(sameButForCase(['Parts/a.js', 'parts/b.js'])).toEqual([['Parts', 'parts']]);
    expect(sameButForCase(['\u00c9.js', 'e\u0301.js'])).toHaveLength(1);
    expect(sameButForCase(['a.js', 'b.js', 'a/a.js'])).toEqual([]);
  });

  // A case-insensitive file system cannot hold these files, so the test is skipped there.
  it.skipIf(existsSync(import.meta.filename.toUpperCase()))(
    'fail the build, which leaves what is served as it was',
    () => {
      build(0, { 'messenger.A.js': 'a' });
      expect(() => build(1, { 'Tools.B.js': 'T', 'tools.B.js': 't' })).toThrow('Tools.B.js, tools.B.js');
      expect(listFiles(served()).sort()).toEqual(['messenger.A.js', 'porch.js']);
    },
  );
});
