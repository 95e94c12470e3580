import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Reads } from '../reads';
import type { Database } from './database';
import { users, visitorEntries } from './schema';
import { searchedPeople } from './searchPage';

/** Reads visitors, and what agents did about them. */
export const createPeopleReads = (db: Database): Pick<Reads, 'people' | 'visitorEntries'> => ({
  people: async ({ after, limit, search }) => {
    const behind = after && sql`(${users.createdAt}, ${users.id}) < (${after.at}, ${after.id})`;
    return db
      .select()
      .from(users)
      .where(search === undefined ? behind : sql`${users.id} in ${searchedPeople(search, behind, limit)}`)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(limit);
  },
  visitorEntries: (userId) =>
    db
      .select()
      .from(visitorEntries)
      .where(eq(visitorEntries.userId, userId))
      .orderBy(asc(visitorEntries.createdAt), asc(visitorEntries.id)),
});
