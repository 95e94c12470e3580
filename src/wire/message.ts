import { bool, type Json, list, obj, seconds, str, type Whole, within } from './decode';
import { shownLabel, shownText } from './shown';

/** The author's side: the visitor (`appUser`) or the business (`appMaker`). */
export type Role = 'appUser' | 'appMaker';

/** A message as the messaging service sends it. Times are float seconds since 1970. */
export type WireMessage = {
  _id: string;
  type: string;
  role: Role;
  received: number;
  text?: string;
  /** The idempotency key that the client made; absent when the service ignores it. */
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
  /** The whole message as received, for kinds that read more than the common fields. */
  raw: Json;
};

/** `business` is an older name of `appMaker`; any value but `appUser` counts as the business. */
export const decodeRole = (v: unknown): Role => (v === 'appUser' ? 'appUser' : 'appMaker');

/** The longest message text that a service takes, in characters. */
export const MAX_TEXT = 4096;

/** Upper bound of a file's size in bytes. A larger number is invalid and would overflow the bubble. */
export const MOST_BYTES = 2 ** 50;

/** Each reader with the names of the fields it decodes, separated by spaces. */
const READERS = [
  [str, 'referenceId authorId avatarUrl payload mediaUrl mediaType quotedMessageId'],
  [shownText, 'text textFallback markdownText'],
  [shownLabel, 'name altText'],
  [list, 'actions items fields'],
  [bool, 'submitted blockChatInput'],
] as const satisfies readonly (readonly [read: (v: unknown) => unknown, fields: string])[];

type Names<S> = S extends `${infer One} ${infer More}` ? One | Names<More> : S;
type ReadField = Names<(typeof READERS)[number][1]>;

/** Decodes a message; undefined without an id or a time, because it could not be identified or ordered. */
export const decodeMessage = (value: unknown): WireMessage | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const received = seconds(raw.received);
  if (!_id || received === undefined) return undefined;
  const read: Json = {};
  for (const [as, fields] of READERS) for (const field of fields.split(' ')) read[field] = as(raw[field]);
  // Treat an empty reference as absent: it identifies no message.
  read.referenceId ||= undefined;
  const { id, type, sessionId } = obj(raw.source);
  // A field that nothing decodes does not compile.
  const message: Whole<WireMessage> = {
    ...(read as Pick<Whole<WireMessage>, ReadField & keyof WireMessage>),
    _id,
    received,
    type: str(raw.type) ?? 'text',
    role: decodeRole(raw.role),
    metadata: obj(raw.metadata),
    mediaSize: within(raw.mediaSize, 0, MOST_BYTES),
    source: { id: str(id), type: str(type), sessionId: str(sessionId) },
    raw,
  };
  return message;
};
