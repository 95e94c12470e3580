import { and, eq, exists, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reads } from '../store';
import type { Database } from './database';
import { conversations, messages } from './schema';

/** What finds a message that was sent again. */
export const createRepeatReads = (db: Database): Pick<Reads, 'messagesByReference' | 'repeatsOf'> => ({
  messagesByReference: (userId, referenceId) =>
    db
      .select(getTableColumns(messages))
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(eq(conversations.userId, userId), eq(messages.referenceId, referenceId))),
  repeatsOf: async (userId, ids) => {
    if (ids.length === 0) return [];
    const first = alias(messages, 'first');
    const isSame = (field: string) =>
      sql`${first.body} -> ${sql.raw(`'${field}'`)} is not distinct from ${messages.body} -> ${sql.raw(`'${field}'`)}`;
    const others = db
      .select({ id: first.id })
      .from(first)
      .innerJoin(conversations, eq(conversations.id, first.conversationId))
      .where(
        and(
          eq(conversations.userId, userId),
          notInArray(conversations.id, [...ids]),
          eq(first.referenceId, messages.referenceId),
          eq(first.role, messages.role),
          isSame('text'),
          isSame('mediaSize'),
        ),
      );
    return db
      .select()
      .from(messages)
      .where(and(inArray(messages.conversationId, [...ids]), eq(messages.role, 'appUser'), exists(others)));
  },
});
