import { isDeepStrictEqual } from 'node:util';
import type { Json, Message } from '../../model/entities';
import { uploadIdIn } from '../../model/uploadAddress';

type Said = Pick<Message, 'type' | 'role' | 'body'>;

/** Whose face a message has, and which page and client it came from. */
const AUTHOR = ['name', 'avatarUrl', 'authorId', 'authorSubtypes', 'source'];
/** What the desk notes of a message, some of it later. */
const NOTED = ['automatic', 'quiet', 'submitted', 'growing', 'grown', 'grownAt', 'stopped'];
/** Each upload of the desk has an address of its own, and the desk has read the rest from it. */
const OF_UPLOAD = ['mediaUrl', 'attachmentId', 'mediaType', 'mediaWidth', 'mediaHeight'];
/** What a version of a growing answer changes. */
const GROWS = ['text', 'markdownText', 'references'];
/** The desk gives each of these an `_id`. */
const WITH_IDS = ['actions', 'items', 'fields'];

const isUpload = ({ attachmentId, mediaUrl }: Json): boolean =>
  attachmentId !== undefined && uploadIdIn(String(mediaUrl)) === attachmentId;

/** As the store gives it back: without what is undefined. */
const stored = (value: unknown, leaveOut: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (leaveOut.includes(key) ? undefined : part)));

/** All that a message says, in a form to compare. */
const saidBy = ({ type, role, body }: Said, except: readonly string[]): unknown => {
  const upload = isUpload(body);
  const leaveOut = [...AUTHOR, ...NOTED, ...(upload ? OF_UPLOAD : []), ...except];
  // The message that it quotes may have changed since.
  if (body.quotedMessageId !== undefined) leaveOut.push('quotedMessage');
  const said = Object.entries(body).filter(([key, part]) => part !== undefined && !leaveOut.includes(key));
  return [
    { type, role, upload },
    Object.fromEntries(said.map(([key, part]) => [key, stored(part, WITH_IDS.includes(key) ? ['_id'] : [])])),
  ];
};

/** Whether two messages have one side and say the same. Who has written it, and on which page, does not count. */
export const saysSame = (one: Said, other: Said, except: readonly string[] = []): boolean =>
  isDeepStrictEqual(saidBy(one, except), saidBy(other, except));

/** A messenger repeats a form's answers until the desk has answered. The visitor may have corrected them since. */
const isSameForm = (known: Said, repeat: Said): boolean =>
  isOfMessenger(repeat) &&
  [known, repeat].every(({ type }) => type === 'formResponse') &&
  known.body.quotedMessageId === repeat.body.quotedMessageId;

/**
 * Whether a message may be the repeat of a stored one. Some change between their repeats: an answer that a program begins
 * once more after its restart, what the desk says automatically, the words of an email, and the answers to a form that the
 * visitor corrects.
 */
export const mayRepeat = (known: Said, repeat: Said): boolean =>
  repeat.body.automatic === true ||
  (repeat.body.source as Json | undefined)?.type === 'email' ||
  isSameForm(known, repeat) ||
  saysSame(known, repeat, known.body.grown !== undefined && repeat.body.growing === true ? GROWS : []);

/** Whether a messenger has sent it. Only messengers are known to never use a `referenceId` for two messages. */
export const isOfMessenger = ({ role, body }: Said): boolean =>
  role === 'appUser' && (body.source as Json | undefined)?.type === 'web';
