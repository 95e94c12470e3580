import { type SQL, sql } from 'drizzle-orm';
import { conversations, happenings, messages, users } from './schema';
import { conversationFound, messageFound, noteFound, personFound, userFound } from './searchWords';

/** In how many conversations, the first of the list, to search before using the index. */
const NEAR = 300;

type SearchPage = {
  search: string;
  /** The conversations to search. */
  where: SQL | undefined;
  order: SQL;
  limit: number;
};

/**
 * The ids of the conversations that a search finds, in one query. A word in many conversations fills the page from the
 * first ones of the list. Only if these do not fill it, all messages, notes, names and users are searched with the trigram
 * indexes, which are fast for rare words.
 */
export const searchedIds = ({ search, where, order, limit }: SearchPage): SQL => {
  const enough = sql`(select count(*) from near) >= ${limit}`;
  return sql`(
    with near as materialized (
      select ${conversations.id} from (
        select * from ${conversations} where ${where ?? sql`true`} order by ${order} limit ${NEAR}
      ) as ${conversations}
      left join lateral (
        select true as there from ${messages}
        where ${messages.conversationId} = ${conversations.id} and ${messageFound(search)} limit 1
      ) as said on true
      left join lateral (
        select true as there from ${users}
        where ${users.id} in (
          ${conversations.userId}, (select own.merged_into from ${users} as own where own.id = ${conversations.userId})
        ) and ${userFound(search)} limit 1
      ) as named on true
      left join lateral (
        select true as there from ${happenings}
        where ${happenings.conversationId} = ${conversations.id} and ${noteFound(search)} limit 1
      ) as noted on true
      where said.there or named.there or noted.there or ${conversationFound(search)}
      order by ${order} limit ${limit}
    ), far as materialized (
      select ${conversations.id} from ${conversations}
      where not ${enough} and ${where ?? sql`true`} and ${conversations.id} in (
        select ${messages.conversationId} from ${messages} where ${messageFound(search)}
        union all select ${happenings.conversationId} from ${happenings} where ${noteFound(search)}
        union all select ${conversations.id} from ${conversations} where ${conversationFound(search)}
        union all select ${conversations.id} from (
          with named as materialized (select ${users.id} from ${users} where ${userFound(search)})
          select id from named
          union all select own.id from ${users} as own join named on own.merged_into = named.id
        ) as who join ${conversations} on ${conversations.userId} = who.id
      )
      order by ${order} limit ${limit}
    )
    select id from near where ${enough} union all select id from far
  )`;
};

/** How many characters a trigram index needs. */
const INDEXED_FROM = 3;

/**
 * The ids of the visitors that a search finds, in one query: like `searchedIds`, from the first ones of the list, and only
 * if these do not fill the page, with the indexes. No index has shorter texts, so those are searched in the order of the
 * list, until a page is full.
 * @param after the place in the list behind which to search, if any
 */
export const searchedPeople = (search: string, after: SQL | undefined, limit: number): SQL => {
  const behind = after ?? sql`true`;
  const newest = sql`${users.createdAt} desc, ${users.id} desc`;
  if ([...search].length < INDEXED_FROM)
    return sql`(select ${users.id} from ${users} where ${behind} and ${personFound(search)} order by ${newest} limit ${limit})`;
  return sql`(
    with near as materialized (
      select ${users.id} from (
        select * from ${users} where ${behind} order by ${newest} limit ${NEAR}
      ) as ${users}
      where ${personFound(search)} order by ${newest} limit ${limit}
    ), found as materialized (
      select ${users.id}, ${users.createdAt} from ${users}
      where (select count(*) from near) < ${limit} and ${personFound(search)}
    ), far as (
      select id from found as ${users} where ${behind} order by ${newest} limit ${limit}
    )
    select id from near where (select count(*) from near) >= ${limit} union all select id from far
  )`;
};
