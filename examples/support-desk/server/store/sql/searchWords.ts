import { type SQL, sql } from 'drizzle-orm';
import {
  addressForm,
  hasAlike,
  likeAlike,
  patternOf,
  phoneForm,
  searchForms,
} from '../../../shared/searchForms';
import { madeUpNumbers } from '../../model/visitorNames';
import { conversations, happenings, madeUpNumber, messages, users } from './schema';

/** A LIKE pattern that finds `query` anywhere and takes its wildcards literally. */
const anywhere = (query: string): string => `%${query.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether words contain a search text in one of its forms. The indexes serve each condition. */
const has = (words: SQL, query: string): SQL =>
  sql`(${sql.join(
    searchForms(query).map((form) =>
      // The first condition is fast, the second exact.
      hasAlike(form)
        ? sql`(${words} ilike ${likeAlike(anywhere(form))} and ${words} ~* ${patternOf(form)})`
        : sql`${words} ilike ${anywhere(form)}`,
    ),
    sql.raw(' or '),
  )})`;

const lines = (...parts: SQL[]): SQL => sql`(${sql.join(parts, sql.raw(' || chr(10) || '))})`;
const orEmpty = (value: SQL): SQL => sql`coalesce(${value}, '')`;

/**
 * The words of a row, as in the indexes of `indexes.ts`: a query uses an index only with the same expression. They must
 * match the words in domain/search.ts.
 */
export const WORDS = {
  messages: lines(
    orEmpty(sql`${messages.body} ->> 'text'`),
    orEmpty(sql`${messages.body} ->> 'textFallback'`),
    orEmpty(sql`${messages.body} ->> 'altText'`),
    sql`jsonb_path_query_array(${messages.body}, '$.items[*].title')::text`,
  ),
  conversations: lines(orEmpty(sql`${conversations.displayName}`)),
  users: lines(
    orEmpty(sql`${users.profile} ->> 'name'`),
    orEmpty(sql`${users.profile} ->> 'email'`),
    orEmpty(sql`${users.properties} ->> 'name'`),
    orEmpty(sql`${users.properties} ->> 'email'`),
    orEmpty(sql`${users.externalId}`),
  ),
  /** The digits of the phone number that the page has set. */
  phones: lines(orEmpty(sql`regexp_replace(${users.properties} ->> 'phone', '[^0-9]', '', 'g')`)),
  /** What agents have corrected, and the digits of the phone number. */
  corrected: lines(
    ...['name', 'email', 'phone'].map((field) =>
      orEmpty(sql`${users.corrections} -> ${sql.raw(`'${field}'`)} ->> 'value'`),
    ),
    orEmpty(sql`regexp_replace(${users.corrections} -> 'phone' ->> 'value', '[^0-9]', '', 'g')`),
  ),
  tags: lines(sql`btrim(${conversations.tags}::text, '[]')`),
  /** The visitor's last page. */
  pages: lines(
    orEmpty(sql`${users.clients} #>> '{0,info,currentUrl}'`),
    orEmpty(sql`${users.clients} #>> '{0,info,currentTitle}'`),
  ),
  notes: lines(orEmpty(sql`${happenings.body} ->> 'text'`)),
} as const;

/** A visitor's address, in lower case. */
export const ADDRESS = sql`lower(${users.profile} ->> 'email')`;

/** Which happenings are notes. A query must repeat it word by word to use their index. */
export const NOTES = sql.raw(`"kind" = 'note'`);

/** Must match `isMessageFound` in domain/search.ts. */
export const messageFound = (query: string): SQL => has(WORDS.messages, query);

/** Must match `isNoteFound` in domain/search.ts. */
export const noteFound = (query: string): SQL => sql`(${NOTES} and ${has(WORDS.notes, query)})`;

/** The name that an agent or a page has given the conversation's visitor, or a tag. */
export const conversationFound = (query: string): SQL =>
  sql`(${has(WORDS.conversations, query)} or ${has(WORDS.tags, query)})`;

/** A visitor's name, email address, phone number or external id. Must match `isPersonFound` in domain/search.ts. */
export const personFound = (query: string): SQL => {
  const known = [has(WORDS.users, query), has(WORDS.corrected, query)];
  const phone = phoneForm(query);
  if (phone !== undefined) known.push(has(WORDS.phones, phone), has(WORDS.corrected, phone));
  const numbers = madeUpNumbers(query);
  if (numbers.length > 0) known.push(sql`${madeUpNumber} = any(${`{${numbers.join(',')}}`}::int[])`);
  return sql`(${sql.join(known, sql.raw(' or '))})`;
};

/** With `conversationFound`, must match `isVisitorFound` in domain/search.ts. */
export const userFound = (query: string): SQL => {
  const known = [personFound(query), has(WORDS.pages, query)];
  const address = addressForm(query);
  if (address !== query) known.push(has(WORDS.pages, address));
  return sql`(${sql.join(known, sql.raw(' or '))})`;
};
