import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { embeddedFolder } from '../../../examples/support-desk/server/backup/source';
import { refuseUnfinished } from '../../../examples/support-desk/server/process/dataFolder';
import { embeddedProblem } from '../../../examples/support-desk/server/start/openStore';
import { folderForThisFile } from '../../support/folder';

const folder = folderForThisFile();

it('a database that does not open is not called broken where the disk is full', async () => {
  const say = (free: number) => embeddedProblem(folder, new RangeError(), async () => free);
  expect(await say(1e6)).toMatch(/is full.*Free some space and start again/);
  mkdirSync(join(folder, 'database'));
  expect(await say(1e9)).toMatch(/cannot be opened \(RangeError\)\. Restore the folder/);
});

it('a database that cannot be read is not called missing', () => {
  expect(() => embeddedFolder(join(folder, 'missing'))).toThrow('There is no database in');
  writeFileSync(join(folder, 'file'), '');
  expect(() => embeddedFolder(join(folder, 'file'))).toThrow('cannot be read (ENOTDIR)');
});

it('a folder in which a restore was cut off is refused, with what to do', () => {
  expect(() => refuseUnfinished(folder)).not.toThrow();
  writeFileSync(join(folder, 'restore.unfinished'), '');
  expect(() => refuseUnfinished(folder)).toThrow(
    /Run it again into a new folder.*remove .*restore\.unfinished/,
  );
});
