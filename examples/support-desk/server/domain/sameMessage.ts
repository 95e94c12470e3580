import { isDeepStrictEqual } from 'node:util';
import type { Json, Message } from './entities';

type Said = Pick<Message, 'type' | 'role' | 'body'>;

/** What a message says; not whose face it has, or which page and client it came from. */
const SAID = [
  'text',
  'payload',
  'altText',
  'mediaSize',
  'coordinates',
  'location',
  'actions',
  'items',
  'fields',
];

/** What the desk adds to each button, item and field. */
const ADDED = new Set(['_id']);

/** As the store gives it back: without what is undefined. */
const stored = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value, (key, part) => (ADDED.has(key) ? undefined : part)));

/** Each upload of the desk has an address of its own; another address is what the message says. */
const addressOf = ({ attachmentId, mediaUrl }: Json): unknown =>
  attachmentId === undefined ? mediaUrl : 'upload';

/** Whether two messages have one side and say the same. */
export const saysSame = (one: Said, other: Said): boolean =>
  one.type === other.type &&
  one.role === other.role &&
  addressOf(one.body) === addressOf(other.body) &&
  SAID.every((field) => isDeepStrictEqual(stored(one.body[field]), stored(other.body[field])));

/**
 * Whether a message may be the repeat of a stored one. Some change between their repeats: an answer that grows, what the desk
 * says automatically, the words of an email, and the answers to a form that the visitor corrects.
 */
export const mayRepeat = (known: Said, repeat: Said): boolean =>
  known.body.grown !== undefined ||
  repeat.body.automatic === true ||
  (repeat.body.source as Json | undefined)?.type === 'email' ||
  (known.type === repeat.type && known.type === 'formResponse') ||
  saysSame(known, repeat);

/** Whether a messenger has sent it. Only messengers are known to never use a `referenceId` for two messages. */
export const isOfMessenger = ({ role, body }: Said): boolean =>
  role === 'appUser' && (body.source as Json | undefined)?.type === 'web';
