import { eq, sql } from 'drizzle-orm';
import type { Conversation } from '../../model/entities';
import type { Writes } from '../writes';
import type { Database } from './database';
import { conversations, messages, publications, users, waits } from './schema';
import { at, statement, updating } from './statement';

type MessageWrites = Pick<
  Writes,
  | 'lockUser'
  | 'lockConversation'
  | 'insertMessage'
  | 'updateConversation'
  | 'putWait'
  | 'insertPublications'
  | 'deletePublications'
>;

/** Takes a write without a result. */
export type Later = (write: Promise<unknown>) => Promise<void>;

/** More rows are inserted with a statement that is built for them. */
const MOST_ROWS = 8;

const locks = (db: Database): Pick<Writes, 'lockUser' | 'lockConversation'> => {
  const user = statement('lock user', () =>
    db
      .select()
      .from(users)
      .where(eq(users.id, at('id')))
      .for('update'),
  );
  const conversation = statement('lock conversation', () =>
    db
      .select()
      .from(conversations)
      .where(eq(conversations.id, at('id')))
      .for('update'),
  );
  const its = sql`(select ${conversations.userId} from ${conversations} where ${conversations.id} = ${at('id')})`;
  const owner = statement('owner', () => db.select().from(users).where(eq(users.id, its)));
  return {
    lockUser: async (id) => (await user({ id }))[0],
    lockConversation: async (id, lockedBefore) => {
      const before = lockedBefore === undefined ? undefined : user({ id: lockedBefore });
      const lock = conversation({ id });
      // Read after the lock: the conversation's owner may have changed during the wait. A locked user does not change.
      const [[locked], [its]] = await Promise.all([lock, before ?? owner({ id })]);
      const isIts = locked?.userId === its?.id;
      const [owning] = isIts ? [its] : await owner({ id });
      return locked && owning && { conversation: locked, user: owning };
    },
  };
};

const publicationWrites = (
  db: Database,
  later: Later,
): Pick<Writes, 'insertPublications' | 'deletePublications'> => {
  const row = (index: number | string) => ({
    id: at(`id${index}`),
    publication: at(`publication${index}`),
    createdAt: at('now'),
  });
  const inserts = Array.from({ length: MOST_ROWS }, (_, last) =>
    statement(`publications ${last + 1}`, () =>
      db.insert(publications).values(Array.from({ length: last + 1 }, (_, index) => row(index))),
    ),
  );
  const remove = statement('publications sent', () =>
    db.delete(publications).where(sql`${publications.id} = any(${at('ids')}::text[])`),
  );
  return {
    insertPublications: async (rows, now) => {
      for (let from = 0; from < rows.length; from += MOST_ROWS) {
        const some = rows.slice(from, from + MOST_ROWS);
        const values = some.flatMap(({ id, publication }, index) => [
          [`id${index}`, id],
          [`publication${index}`, JSON.stringify(publication)],
        ]);
        const insert = inserts[some.length - 1];
        if (insert) await later(insert({ now, ...Object.fromEntries(values) }));
      }
    },
    deletePublications: (ids) => later(remove({ ids })),
  };
};

/** The writes of each message. */
export const createMessageWrites = (db: Database, later: Later): MessageWrites => {
  const insert = statement('insert message', () =>
    db.insert(messages).values({
      id: at('id'),
      conversationId: at('conversationId'),
      referenceId: at('referenceId'),
      received: at('received'),
      role: at('role'),
      type: at('type'),
      body: at('body'),
    }),
  );
  const update = updating<Partial<Conversation>>('update conversation', (columns) =>
    db
      .update(conversations)
      .set(columns as Partial<typeof conversations.$inferInsert>)
      .where(eq(conversations.id, at('its id'))),
  );
  return {
    ...locks(db),
    ...publicationWrites(db, later),
    insertMessage: (message) => later(insert(message)),
    updateConversation: (id, change) => later(update(change, { 'its id': id })),
    putWait: async (wait) => {
      const { conversationId: _, ...set } = wait;
      await db.insert(waits).values(wait).onConflictDoUpdate({ target: waits.conversationId, set });
    },
  };
};
