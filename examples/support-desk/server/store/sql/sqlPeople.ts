import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Reads } from '../reads';
import type { Database } from './database';
import { users, visitorEntries } from './schema';
import { searchedPeople } from './searchPage';
import { ADDRESS } from './searchWords';

/** Reads visitors, and what agents did about them. */
export const createPeopleReads = (
  db: Database,
): Pick<Reads, 'people' | 'mergedInto' | 'withAddress' | 'visitorEntries'> => ({
  people: async ({ after, limit, search }) => {
    const behind = after && sql`(${users.createdAt}, ${users.id}) < (${after.at}, ${after.id})`;
    return db
      .select()
      .from(users)
      .where(
        search === undefined
          ? and(isNull(users.mergedInto), behind)
          : sql`${users.id} in ${searchedPeople(search, behind, limit)}`,
      )
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit);
  },
  mergedInto: (userId) =>
    db.select().from(users).where(eq(users.mergedInto, userId)).orderBy(asc(users.createdAt), asc(users.id)),
  withAddress: (email, limit) =>
    db
      .select()
      .from(users)
      .where(and(sql`${ADDRESS} = lower(${email})`, isNull(users.mergedInto)))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit),
  visitorEntries: (userId) =>
    db
      .select()
      .from(visitorEntries)
      .where(eq(visitorEntries.userId, userId))
      .orderBy(asc(visitorEntries.createdAt), asc(visitorEntries.id)),
});
