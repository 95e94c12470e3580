import { type SQL, sql } from 'drizzle-orm';
import { FIRST_WORDS, LAST_WORDS } from '../../domain/visitorNames';
import { conversations, messages, users } from './schema';

/** A LIKE pattern that finds `query` anywhere and takes its wildcards literally. */
const anywhere = (query: string): string => `%${query.replace(/[\\%_]/g, '\\$&')}%`;

/** Must match `isMessageFound` in domain/search.ts. */
export const messageFound = (query: string): SQL => sql`concat_ws(
  chr(10), ${messages.body} ->> 'text', ${messages.body} ->> 'textFallback', ${messages.body} ->> 'altText',
  jsonb_path_query_array(${messages.body}, '$.items[*].title')::text
) ilike ${anywhere(query)}`;

/** One letter of the end of a visitor's id, as a number. */
const numberAt = (at: number): SQL => sql`ascii(substr(lpad(right(${users.id}, 4), 4), ${at}::int, 1)) % 39`;

const chosen = (list: readonly string[], at: number): SQL =>
  sql`(string_to_array(${list.join(' ')}::text, ' '))[1 + (${numberAt(at)} * 16 + ${numberAt(at + 1)}) % ${list.length}::int]`;

/** Must match `madeUpName` in domain/visitorNames.ts. */
const madeUpName = (): SQL => sql`${chosen(FIRST_WORDS, 1)} || ' ' || ${chosen(LAST_WORDS, 3)}`;

/** Must match `isVisitorFound` in domain/search.ts. */
export const visitorFound = (query: string): SQL => sql`concat_ws(
  chr(10), ${conversations.displayName}, ${users.profile} ->> 'name', ${users.profile} ->> 'email',
  ${users.properties} ->> 'name', ${users.properties} ->> 'email', ${users.externalId},
  ${madeUpName()}
) ilike ${anywhere(query)}`;
