import type { Conversation, Json, Message, User } from './entities';

/** Longer queries find nothing that their beginning would not. */
export const MAX_SEARCH = 200;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** How a visitor who gave no name is told from the others: by the end of their id. */
export const visitorCode = (userId: string): string =>
  userId
    .replace(/[^a-z0-9]/gi, '')
    .slice(-4)
    .toUpperCase();

/** What a message is found by; the SQL of `store/sql/searchWords.ts` says the same. */
const wordsOfMessage = ({ body }: Message): string => {
  const titles = ((body.items as Json[] | undefined) ?? []).map((item) => text(item.title));
  return [text(body.text), text(body.textFallback), text(body.altText), ...titles].join('\n');
};

/** What a visitor is found by: names, addresses, the id of whoever signed in. */
const wordsOfVisitor = (
  { displayName }: Conversation,
  { id, externalId, profile, properties }: User,
): string =>
  [
    displayName,
    profile.name,
    profile.email,
    text(properties.name),
    text(properties.email),
    externalId,
    `Visitor ${visitorCode(id)}`,
  ].join('\n');

const contains = (words: string, query: string): boolean => words.toLowerCase().includes(query.toLowerCase());

export const isMessageFound = (message: Message, query: string): boolean =>
  contains(wordsOfMessage(message), query);

export const isVisitorFound = (conversation: Conversation, user: User, query: string): boolean =>
  contains(wordsOfVisitor(conversation, user), query);
