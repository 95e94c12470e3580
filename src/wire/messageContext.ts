import { list, listOf, obj, str } from './decode';
import { filled, MOST_ENTRIES } from './rich';

type Quote = { id?: string; text?: string };

/** A source that an answer is based on. */
type Reference = { title: string; uri?: string; description?: string };

/** The message that this one quotes: its text, or the id of a message that may be in the log. */
export const decodeQuote = (value: unknown): Quote | undefined => {
  const raw = obj(value);
  const quoted = obj(raw.quotedMessage);
  const content = obj(quoted.content);
  const id = str(raw.quotedMessageId) ?? str(quoted.externalMessageId);
  const text =
    filled(content.text) ?? filled(content.textFallback) ?? filled(content.altText) ?? filled(quoted.content);
  return id || text ? { id, text } : undefined;
};

export const decodeReferences = (value: unknown): Reference[] =>
  listOf(list(value).slice(0, MOST_ENTRIES), (entry) => {
    const raw = obj(entry);
    const uri = str(raw.uri);
    const title = filled(raw.title) ?? uri;
    return title ? { title, uri, description: filled(raw.description) } : undefined;
  });

/** Marks of an author who is not a person. */
export const decodeMarks = (value: unknown): ('AI' | 'bot')[] =>
  (['AI', 'bot'] as const).filter((mark) => list(value).includes(mark));
