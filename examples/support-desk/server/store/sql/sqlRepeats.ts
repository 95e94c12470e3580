import { and, eq, exists, getTableColumns, inArray, notInArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reads } from '../reads';
import type { Database } from './database';
import { conversations, messages } from './schema';
import { at, statement } from './statement';

const copies = (db: Database): Reads['messagesByReference'] => {
  const found = statement('copies', () =>
    db
      .select(getTableColumns(messages))
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(and(eq(conversations.userId, at('userId')), eq(messages.referenceId, at('referenceId')))),
  );
  return (userId, referenceId) => found({ userId, referenceId });
};

/** The queries that find a repeated message. */
export const createRepeatReads = (db: Database): Pick<Reads, 'messagesByReference' | 'repeatsOf'> => ({
  messagesByReference: copies(db),
  repeatsOf: async (userId, ids) => {
    if (ids.length === 0) return [];
    const copy = alias(messages, 'copy');
    const copies = db
      .select({ id: copy.id })
      .from(copy)
      .innerJoin(conversations, eq(conversations.id, copy.conversationId))
      .where(
        and(
          eq(conversations.userId, userId),
          notInArray(conversations.id, [...ids]),
          eq(copy.referenceId, messages.referenceId),
        ),
      );
    return db
      .select()
      .from(messages)
      .where(and(inArray(messages.conversationId, [...ids]), eq(messages.role, 'appUser'), exists(copies)));
  },
});
