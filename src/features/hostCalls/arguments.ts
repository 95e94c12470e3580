import { isTooLong } from '../../model/validation';
import { obj, plain, str } from '../../wire/decode';
import { MAX_TEXT } from '../../wire/message';
import { withReadTags } from '../../wire/tagRules';
import { Refusal } from './callError';

/** The fields of a conversation that a page may set. */
type ConversationFields = {
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata?: Record<string, unknown>;
};

/** The longest name or description in characters. */
const LONGEST_LABEL = 300;

export const wrong = (message: string) => new Refusal('invalidArguments', message);

/** @returns a copy without what cannot be sent, such as functions; undefined where JSON cannot hold the object */
export const asJson = (value: unknown): Record<string, unknown> | undefined => {
  try {
    return plain(JSON.parse(JSON.stringify(plain(value))));
  } catch {
    return undefined;
  }
};

/** Reads metadata. @returns a copy that can be sent @throws Refusal when it is no object that JSON can hold */
export const readMetadata = (value: unknown, name = 'metadata'): Record<string, unknown> | undefined => {
  if (value === undefined) return undefined;
  const copy = asJson(value);
  if (!copy) throw wrong(`${name} must be a JSON object.`);
  return copy;
};

/** Reads a conversation's metadata, its tags too. @throws Refusal as `readMetadata` does */
export const readConversationMetadata = (value: unknown): Record<string, unknown> | undefined => {
  const metadata = readMetadata(value);
  return metadata && withReadTags(metadata);
};

const readLabel = (name: string, value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  const text = str(value);
  if (text === undefined || text.length > LONGEST_LABEL)
    throw wrong(`${name} must be a string of at most ${LONGEST_LABEL} characters.`);
  return text;
};

const readUrl = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  const text = str(value);
  if (!text || text.length > 2048 || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    throw wrong('iconUrl must be an http or https address.');
  return text;
};

/** Reads an optional object of a call. @throws Refusal */
export const readOptions = (value: unknown): Record<string, unknown> => {
  if (value === undefined || value === null) return {};
  if (obj(value) !== value) throw wrong('The options must be an object.');
  return value as Record<string, unknown>;
};

/** Reads the fields of a conversation. @throws Refusal on the first that is wrong */
export const readConversationFields = (options: Record<string, unknown>): ConversationFields => ({
  displayName: readLabel('displayName', options.displayName),
  description: readLabel('description', options.description),
  iconUrl: readUrl(options.iconUrl),
  metadata: readConversationMetadata(options.metadata),
});

/** Reads `{content: {type: 'text', text}, metadata}`, where the type may be left out. @throws Refusal */
export const readDraft = (value: unknown): { text: string; metadata?: Record<string, unknown> } => {
  const message = obj(value);
  const content = obj(message.content);
  const text = str(content.text);
  if ((content.type ?? 'text') !== 'text' || !text?.trim())
    throw wrong("A message needs content: {type: 'text', text}, with a text.");
  if (isTooLong(text)) throw wrong(`A text can have ${MAX_TEXT} characters at most.`);
  return { text, metadata: readMetadata(message.metadata) };
};

/** Reads a conversation's id. @throws Refusal */
export const readId = (value: unknown): string => {
  const id = str(value);
  if (!id || id.length > 100) throw wrong("A conversation's id is needed.");
  return id;
};
