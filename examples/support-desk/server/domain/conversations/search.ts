import { addressForm, patternOf, phoneForm, searchForms } from '../../../shared/searchForms';
import type { Conversation, Happening, InboxRow, Json, Message, User } from '../../model/entities';
import { madeUpName } from '../../model/visitorNames';

/** The maximum length of a search text, in characters. Longer texts are cut. */
export const MAX_SEARCH = 200;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The searchable text of a message. The SQL in `store/sql/searchWords.ts` must match it. */
const wordsOfMessage = ({ body }: Message): string => {
  const titles = ((body.items as Json[] | undefined) ?? []).map((item) => text(item.title));
  return [text(body.text), text(body.textFallback), text(body.altText), ...titles].join('\n');
};

/** The searchable text of a visitor: names (generated ones too), email addresses and the external id. */
const wordsOfVisitor = ({ id, externalId, profile, properties, corrections }: User): string =>
  [
    profile.name,
    profile.email,
    text(properties.name),
    text(properties.email),
    externalId,
    madeUpName(id),
    ...Object.values(corrections).map(({ value }) => value),
  ].join('\n');

const contains = (words: string, query: string): boolean =>
  searchForms(query).some((form) => new RegExp(patternOf(form.toLowerCase()), 'u').test(words.toLowerCase()));

export const isMessageFound = (message: Message, query: string): boolean =>
  contains(wordsOfMessage(message), query);

export const isNoteFound = ({ body }: Happening, query: string): boolean =>
  contains(text(body.text) ?? '', query);

/** Whether a name, the email address, the phone number or the external id contains these words. */
export const isPersonFound = (user: User, query: string): boolean => {
  const phone = phoneForm(query);
  const own = [text(user.properties.phone), user.corrections.phone?.value];
  return (
    contains(wordsOfVisitor(user), query) ||
    (phone !== undefined && own.some((one) => one?.replace(/[^0-9]/g, '').includes(phone)))
  );
};

/** Whether what is known of a visitor, or their last page, contains these words. */
const isUserFound = (user: User, query: string): boolean => {
  const { currentUrl, currentTitle } = (user.clients[0]?.info ?? {}) as Json;
  const page = [text(currentUrl), text(currentTitle)].join('\n');
  return isPersonFound(user, query) || contains(page, query) || contains(page, addressForm(query));
};

export const isVisitorFound = (
  conversation: Conversation,
  { user, person }: Pick<InboxRow, 'user' | 'person'>,
  query: string,
): boolean =>
  isUserFound(user, query) ||
  (person !== undefined && isUserFound(person, query)) ||
  contains(conversation.displayName ?? '', query) ||
  // As PostgreSQL writes the list.
  contains(conversation.tags.map((tag) => JSON.stringify(tag)).join(', '), query);
