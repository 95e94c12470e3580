import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from './rows';

type Journal = { entries: { tag: string; when: number }[] };

const JOURNAL = 'meta/_journal.json';

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;

/** The database has a schema that this version of the desk does not know. */
export class NewerSchema extends Error {}

/**
 * The name of the last migration applied to this database.
 * @param folder the migrations
 * @throws NewerSchema; an error if there was none
 */
export const schemaVersionOf = async (session: Session, folder: string): Promise<string> => {
  const [row] = await session('select max(created_at)::text as last from drizzle.__drizzle_migrations');
  const found = journalOf(folder).entries.find(({ when }) => when === Number(row?.last));
  if (!found) throw new NewerSchema();
  return found.tag;
};

/** Whether this version of the desk knows the migration. */
export const knowsSchema = (folder: string, version: string): boolean =>
  journalOf(folder).entries.some(({ tag }) => tag === version);

/**
 * Runs `work` with a temporary folder of the migrations up to a version.
 * @param folder all migrations
 */
export const withMigrationsUpTo = async <T>(
  folder: string,
  version: string,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const earlier = mkdtempSync(join(tmpdir(), 'porch-migrations-'));
  try {
    cpSync(folder, earlier, { recursive: true });
    const journal = journalOf(folder);
    const last = journal.entries.findIndex(({ tag }) => tag === version);
    writeFileSync(
      join(earlier, JOURNAL),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }),
    );
    return await work(earlier);
  } finally {
    rmSync(earlier, { recursive: true, force: true });
  }
};
