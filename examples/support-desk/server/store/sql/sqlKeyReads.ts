import { and, eq } from 'drizzle-orm';
import type { Reads } from '../reads';
import type { Database } from './database';
import { conversations, messages, sessions, users, waits } from './schema';
import { at, statement } from './statement';

type KeyReads = Pick<
  Reads,
  'userById' | 'sessionByHash' | 'conversationById' | 'messageById' | 'messageByReference' | 'waitOf'
>;

/** Reads of one row by its key, which most calls need. */
export const createKeyReads = (db: Database): KeyReads => {
  const userById = statement('user', () =>
    db
      .select()
      .from(users)
      .where(eq(users.id, at('id'))),
  );
  const sessionByHash = statement('session', () =>
    db
      .select({ session: sessions, user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, at('tokenHash'))),
  );
  const conversationById = statement('conversation', () =>
    db
      .select()
      .from(conversations)
      .where(eq(conversations.id, at('id'))),
  );
  const messageBy = (name: string, column: typeof messages.id | typeof messages.referenceId) =>
    statement(name, () =>
      db
        .select()
        .from(messages)
        .where(and(eq(messages.conversationId, at('conversationId')), eq(column, at('value')))),
    );
  const messageById = messageBy('message', messages.id);
  const messageByReference = messageBy('message by reference', messages.referenceId);
  const waitOf = statement('wait', () =>
    db
      .select()
      .from(waits)
      .where(eq(waits.conversationId, at('id'))),
  );
  return {
    userById: async (id) => (await userById({ id }))[0],
    sessionByHash: async (tokenHash) => (await sessionByHash({ tokenHash }))[0],
    conversationById: async (id) => (await conversationById({ id }))[0],
    messageById: async (conversationId, value) => (await messageById({ conversationId, value }))[0],
    messageByReference: async (conversationId, value) =>
      (await messageByReference({ conversationId, value }))[0],
    waitOf: async (id) => (await waitOf({ id }))[0],
  };
};
