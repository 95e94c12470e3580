import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the folders of all tests. */
    folders: string;
  }
}

/**
 * Gives tests one folder for their own, and deletes it after all of them. Databases stay until then: ext4 does not use the
 * places of deleted files at once, and making the next database among them takes twice as long.
 */
export const setup = ({ provide }: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-tests-'));
  provide('folders', folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
