import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { codeOf } from '../../process/errorCode';
import { isDatabaseAway } from '../databaseAway';
import type { Database } from './database';
import {
  attachments,
  CLOSED,
  conversations,
  happenings,
  MENTIONED,
  MENTIONS,
  messages,
  SNOOZED,
  users,
  waitOrder,
} from './schema';
import { ADDRESS, NOTES, WORDS } from './searchWords';
import { ENDED, REOPENED, SENT, WRITTEN } from './sqlTeamFigures';

/** Announces slow steps, and warns of missing parts. */
export type Announce = { say?: (line: string) => void; warn?: (line: string) => void };

/** From how many messages on the build of an index is announced. */
const MANY = 20_000;

type Index = { name: string; of: PgTable; by: SQL };

// Without the list of pending entries, each message pays for its own entry, and none for a thousand at once.
const ofWords = (words: SQL): SQL => sql`using gin (${words} gin_trgm_ops) with (fastupdate = off)`;
const ofIds = (ids: AnyPgColumn, some: SQL): SQL =>
  sql`using gin ((${ids})) with (fastupdate = off) where ${some}`;

/** A user of the database may not be allowed to create the extension for these. The desk then searches without them. */
const OF_SEARCH: readonly Index[] = [
  { name: 'messages_words', of: messages, by: ofWords(WORDS.messages) },
  { name: 'conversations_words', of: conversations, by: ofWords(WORDS.conversations) },
  { name: 'users_words', of: users, by: ofWords(WORDS.users) },
  { name: 'conversations_tag_words', of: conversations, by: ofWords(WORDS.tags) },
  { name: 'users_page_words', of: users, by: ofWords(WORDS.pages) },
  { name: 'users_phone_words', of: users, by: ofWords(WORDS.phones) },
  { name: 'users_corrected_words', of: users, by: ofWords(WORDS.corrected) },
  { name: 'notes_words', of: happenings, by: sql`${ofWords(WORDS.notes)} where ${NOTES}` },
];
const OTHERS: readonly Index[] = [
  {
    name: 'conversations_done_waiting',
    of: conversations,
    by: sql`(${waitOrder}, "id") where ${CLOSED}`,
  },
  { name: 'users_newest', of: users, by: sql`("created_at", "id")` },
  { name: 'users_merged', of: users, by: sql`("merged_into") where "merged_into" is not null` },
  { name: 'users_address', of: users, by: sql`((${ADDRESS})) where ${ADDRESS} is not null` },
  {
    name: 'conversations_done_assignee',
    of: conversations,
    by: sql`("assignee_id", "last_updated_at", "id") where ${CLOSED} and "assignee_id" is not null`,
  },
  { name: 'attachments_shares', of: attachments, by: sql`("shares") where "shares" is not null` },
  { name: 'conversations_mentions', of: conversations, by: ofIds(conversations.mentions, MENTIONS) },
  { name: 'conversations_mentioned', of: conversations, by: ofIds(conversations.mentioned, MENTIONED) },
  { name: 'conversations_snoozed', of: conversations, by: sql`("snoozed_until", "id") where ${SNOOZED}` },
  { name: 'messages_sent', of: messages, by: sql`("received") where ${SENT}` },
  { name: 'messages_written', of: messages, by: sql`("received") where ${WRITTEN}` },
  { name: 'happenings_ended', of: happenings, by: sql`("created_at") where ${ENDED}` },
  {
    name: 'happenings_reopened',
    of: happenings,
    by: sql`("conversation_id", "created_at") where ${REOPENED}`,
  },
];

/** `unfinished`: its builder was killed. */
const stateOf = async (db: Database, { name }: Index): Promise<'missing' | 'unfinished' | 'there'> => {
  const [row] = await db
    .select({ isValid: sql<boolean>`indisvalid` })
    .from(sql`pg_index`)
    .where(sql`indexrelid = to_regclass(${name})`);
  return row === undefined ? 'missing' : row.isValid ? 'there' : 'unfinished';
};

const hasMany = async (db: Database): Promise<boolean> =>
  (await db.select({ id: messages.id }).from(messages).offset(MANY).limit(1)).length > 0;

/**
 * Creates the missing indexes of tables that may already have many rows. A migration cannot: it would block all
 * writers.
 * @param beside lets others write, which takes longer; only one process may build this way
 * @throws errors that mean that the database is away
 */
export const makeIndexes = async (
  db: Database,
  { say, warn }: Announce,
  beside: SQL = sql``,
): Promise<void> => {
  const make = async (indexes: readonly Index[], prepare: () => Promise<void>): Promise<void> => {
    const missing = [];
    for (const index of indexes) {
      const state = await stateOf(db, index);
      if (state === 'unfinished') await db.execute(sql`drop index ${beside} ${sql.identifier(index.name)}`);
      if (state !== 'there') missing.push(index);
    }
    if (missing.length > 0) await prepare();
    for (const { name, of, by } of missing)
      await db.execute(
        sql`create index ${beside} if not exists ${sql.identifier(name)} on ${sql.identifier(getTableName(of))} ${by}`,
      );
  };
  await make(OTHERS, async () => undefined);
  try {
    await make(OF_SEARCH, async () => {
      await db.execute(sql`create extension if not exists pg_trgm`);
      if (await hasMany(db))
        say?.('Building the search index of the messages. This takes up to some minutes, once.');
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    warn?.(
      `The database has no search index (${codeOf(error) || 'unknown'}), so agents' searches read every message. As its administrator, run: CREATE EXTENSION pg_trgm`,
    );
  }
};
