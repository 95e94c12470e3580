import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { codeOf } from '../../errorCode';
import { conversations, messages, users } from './schema';
import { WORDS } from './searchWords';
import type { Database } from './sqlReads';

/** Says what takes long, and warns of what is missing. */
export type Announce = { say?: (line: string) => void; warn?: (line: string) => void };

/** From how many messages on the build of an index is announced. */
const MANY = 20_000;

const INDEXES: [name: string, table: PgTable, words: SQL][] = [
  ['messages_words', messages, WORDS.messages],
  ['conversations_words', conversations, WORDS.conversations],
  ['users_words', users, WORDS.users],
];

const isThere = async (db: Database, name: string): Promise<boolean> => {
  const rows = await db
    .select({ there: sql<boolean>`to_regclass(${name}) is not null` })
    .from(sql`(select 1) one`);
  return rows[0]?.there === true;
};

const hasMany = async (db: Database): Promise<boolean> =>
  (await db.select({ id: messages.id }).from(messages).offset(MANY).limit(1)).length > 0;

/**
 * Makes the trigram indexes of the search where they are missing. They are not part of the migrations, because a user of
 * the database may not be allowed to create the extension. The desk then searches without them.
 */
export const makeSearchIndexes = async (db: Database, { say, warn }: Announce): Promise<void> => {
  try {
    const missing = [];
    for (const index of INDEXES) if (!(await isThere(db, index[0]))) missing.push(index);
    if (missing.length === 0) return;
    await db.execute(sql`create extension if not exists pg_trgm`);
    if (await hasMany(db))
      say?.('Building the search index of the messages. This takes up to some minutes, once.');
    for (const [name, table, words] of missing) {
      // Without the list of pending entries, each message pays for its own entry, and none for a thousand at once.
      await db.execute(
        sql`create index if not exists ${sql.identifier(name)} on ${sql.identifier(getTableName(table))}
          using gin (${words} gin_trgm_ops) with (fastupdate = off)`,
      );
    }
  } catch (error) {
    warn?.(
      `The database has no search index (${codeOf(error) || 'unknown'}), so agents' searches read every message. As its administrator, run: CREATE EXTENSION pg_trgm`,
    );
  }
};
