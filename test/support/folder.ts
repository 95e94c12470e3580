import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished } from 'vitest';

/** Makes a folder, which is removed at the end of the run at the latest. */
export const newFolder = (): string => mkdtempSync(join(inject('folders'), 'of-'));

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Makes a folder for the tests of one file, or of one `describe`, and removes it after the last one. */
export const folderForThisFile = (): string => {
  const folder = newFolder();
  afterAll(() => remove(folder));
  return folder;
};

/** Makes a folder for one test, and removes it after the test. */
export const folderForThisTest = (): string => {
  const folder = newFolder();
  onTestFinished(() => remove(folder));
  return folder;
};
