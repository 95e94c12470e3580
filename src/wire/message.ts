import { bool, type Json, list, listOf, obj, seconds, str, within } from './decode';
import { shownLabel, shownText } from './shown';

/** Who wrote a message: the visitor or the business (SPEC.md section 6). */
export type Role = 'appUser' | 'appMaker';

/** SPEC.md section 3, the types a service stores. A type that is not known is kept and shown by its text. */
export type WireMessageType =
  | 'text'
  | 'image'
  | 'file'
  | 'form'
  | 'formResponse'
  | 'carousel'
  | 'list'
  | 'location'
  | 'template';

/** A message as the messaging service gives it (FACTS.md 2.5). Times are float seconds since 1970. */
export type WireMessage = {
  _id: string;
  type: string;
  role: Role;
  received: number;
  text?: string;
  /** The client-made idempotency key (DESIGN.md 3.3); a service that ignores it leaves it out. */
  referenceId?: string;
  authorId?: string;
  name?: string;
  avatarUrl?: string;
  payload?: string;
  metadata?: Json;
  actions?: unknown[];
  items?: unknown[];
  fields?: unknown[];
  mediaUrl?: string;
  mediaType?: string;
  mediaSize?: number;
  altText?: string;
  textFallback?: string;
  markdownText?: string;
  quotedMessageId?: string;
  submitted?: boolean;
  blockChatInput?: boolean;
  source?: { id?: string; type?: string; sessionId?: string };
  /** Everything the service sent, for kinds that read more than the common fields. */
  raw: Json;
};

/** Answer of `GET /conversations/{id}/messages`; messages ascend by `received`. */
export type MessagesAnswer = { messages: WireMessage[]; hasPrevious: boolean };

/** `business` is an older spelling of appMaker (FACTS.md 2.5). */
export const decodeRole = (v: unknown): Role => (v === 'appUser' ? 'appUser' : 'appMaker');

/** A file of more bytes than this there is none of; its number would fill the bubble. */
export const MOST_BYTES = 2 ** 50;

/** How the fields are read that are strings, lists, and yes or no. */
const READERS: readonly [read: (v: unknown) => unknown, fields: string][] = [
  [str, 'referenceId authorId avatarUrl payload mediaUrl mediaType quotedMessageId'],
  [shownText, 'text textFallback markdownText'],
  [shownLabel, 'name altText'],
  [list, 'actions items fields'],
  [bool, 'submitted blockChatInput'],
];

/** A message without an id or a time cannot be ordered or told apart, so it is not a message. */
export const decodeMessage = (value: unknown): WireMessage | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const received = seconds(raw.received);
  if (!_id || received === undefined) return undefined;
  const read: Json = {};
  for (const [as, fields] of READERS) for (const field of fields.split(' ')) read[field] = as(raw[field]);
  // An empty one names no message.
  read.referenceId ||= undefined;
  const { id, type, sessionId } = obj(raw.source);
  return {
    ...read,
    _id,
    received,
    type: str(raw.type) ?? 'text',
    role: decodeRole(raw.role),
    metadata: obj(raw.metadata),
    mediaSize: within(raw.mediaSize, 0, MOST_BYTES),
    source: { id: str(id), type: str(type), sessionId: str(sessionId) },
    raw,
  };
};

export const decodeMessages = (value: unknown): MessagesAnswer => {
  const answer = obj(value);
  return {
    messages: listOf(answer.messages, decodeMessage),
    hasPrevious: answer.hasPrevious === true,
  };
};
