import { type SQL, sql } from 'drizzle-orm';
import { conversations, messages, users } from './schema';

/** A LIKE pattern that finds `query` anywhere and takes its wildcards literally. */
const anywhere = (query: string): string => `%${query.replace(/[\\%_]/g, '\\$&')}%`;

/** Must match `isMessageFound` in domain/search.ts. */
export const messageFound = (query: string): SQL => sql`concat_ws(
  chr(10), ${messages.body} ->> 'text', ${messages.body} ->> 'textFallback', ${messages.body} ->> 'altText',
  jsonb_path_query_array(${messages.body}, '$.items[*].title')::text
) ilike ${anywhere(query)}`;

/** Must match `isVisitorFound` in domain/search.ts. */
export const visitorFound = (query: string): SQL => sql`concat_ws(
  chr(10), ${conversations.displayName}, ${users.profile} ->> 'name', ${users.profile} ->> 'email',
  ${users.properties} ->> 'name', ${users.properties} ->> 'email', ${users.externalId},
  'Visitor ' || upper(right(regexp_replace(${users.id}, '[^a-zA-Z0-9]', '', 'g'), 4))
) ilike ${anywhere(query)}`;
