import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { cleanFileName, mediaTypeOf } from '../../../examples/support-desk/server/model/fileTypes';
import { createClock } from '../../../examples/support-desk/server/process/clock';
import { createDisk } from '../../../examples/support-desk/server/uploads/disk';
import { createDiskUploads } from '../../../examples/support-desk/server/uploads/diskUploads';
import { abandonedBefore, clearUnfinished } from '../../../examples/support-desk/server/uploads/unfinished';
import { ALLOWED_EXTENSIONS, otherExtensions } from '../../support/allowedExtensions';
import { folderForThisTest } from '../../support/folder';

const disk = createDisk(createClock());

it('the type of a file is known for every extension of the list and for no other', () => {
  for (const extension of ALLOWED_EXTENSIONS) {
    expect(mediaTypeOf(`a.${extension}`)).toMatch(/^\w+\/[\w.+-]+$/);
    expect(mediaTypeOf(`a.exe.${extension.toUpperCase()}`)).toBe(mediaTypeOf(`a.${extension}`));
  }
  expect(otherExtensions().filter((e) => mediaTypeOf(`a.png.${e}`) !== undefined)).toEqual([]);
  for (const name of ['a', 'zip', 'a.zip.', '']) expect(mediaTypeOf(name)).toBeUndefined();
});

it.each([
  ['C:\\Users\\ada\\photo.png', 'photo.png'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\r\nc\u202egnp.exe', 'abcgnp.exe'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['  spaced .txt ', 'spaced .txt'],
])('the name of a file %j becomes %j', (given, name) => {
  expect(cleanFileName(given)).toBe(name);
});

describe('the folder of uploads', () => {
  it('is never left by an id', async () => {
    const folder = folderForThisTest();
    const uploads = createDiskUploads(folder, disk);
    for (const id of ['../../etc/x', 'short', 'a/b/c/d/e', '.hidden-file']) {
      await expect(uploads.receive(id, Readable.from(['x']), 9)).rejects.toThrow('not the id');
      await expect(uploads.read(id)).rejects.toThrow('not the id');
    }
  });

  it('is left with no file of a source that breaks off before the file is open', async () => {
    const folder = folderForThisTest();
    mkdirSync(join(folder, 'unfinished'));
    const coming = join(folder, 'unfinished', 'broken-off');
    // A pipe with a name: to open it for writing waits for its reader, as a busy disk makes an open wait.
    execFileSync('mkfifo', [coming]);
    const source = new PassThrough().on('error', () => {});
    let isOpen = false;
    const refused = createDiskUploads(folder, disk)
      .receive('broken-off', source, 9)
      .catch(() => ({ wasOpen: isOpen }));
    source.destroy(new Error('gone'));
    for (let i = 0; i < 20; i++) await stat(folder);
    const reader = await open(coming, 'r');
    isOpen = true;
    expect(await refused).toEqual({ wasOpen: true });
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([]);
    await reader.close();
  });

  it('loses unfinished files of a dead process, and no newer ones', async () => {
    const folder = folderForThisTest();
    await clearUnfinished(disk, join(folder, 'none-yet'), 0);
    await createDiskUploads(folder, disk).receive('an-upload', Readable.from(['x']), 9);
    const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, 'unfinished', name)) as [string, string];
    writeFileSync(old, 'x');
    writeFileSync(fresh, 'x');
    const now = 2_000_000_000;
    utimesSync(old, now - 3601, now - 3601);
    utimesSync(fresh, now - 3599, now - 3599);
    await clearUnfinished(disk, folder, abandonedBefore(now * 1000));
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  });
});
