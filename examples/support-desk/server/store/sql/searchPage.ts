import { type SQL, sql } from 'drizzle-orm';
import { conversations, happenings, messages, users } from './schema';
import { conversationFound, messageFound, noteFound, userFound } from './searchWords';

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
        where ${users.id} = ${conversations.userId} and ${userFound(search)} limit 1
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
        union all select ${conversations.id} from ${users}
          join ${conversations} on ${conversations.userId} = ${users.id} where ${userFound(search)}
      )
      order by ${order} limit ${limit}
    )
    select id from near where ${enough} union all select id from far
  )`;
};
