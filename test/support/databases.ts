import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the databases of all tests of a project. */
    databases: string;
  }
}

/**
 * Gives tests one folder for their databases, and deletes it after all of them. ext4 does not use the places of deleted
 * files at once: making the next database among them takes twice as long.
 */
export const setup = ({ provide }: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-databases-'));
  provide('databases', folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
