import { isDeepStrictEqual } from 'node:util';
import { FACE } from '../../model/accountEntities';
import type { Json, Message } from '../../model/entities';
import { uploadIdIn } from '../../model/uploadAddress';

type Said = Pick<Message, 'type' | 'role' | 'body'>;

/** What names the sender, and the page and client of a message. */
const AUTHOR = [...FACE, 'authorId', 'authorSubtypes', 'source'];
/** What the desk adds to a message, some of it later. */
const NOTED = ['automatic', 'quiet', 'submitted', 'growing', 'grown', 'grownAt', 'stopped', 'edited'];
/** Each upload has its own address, from which the desk has read the rest. */
const OF_UPLOAD = ['mediaUrl', 'attachmentId', 'mediaType', 'mediaWidth', 'mediaHeight'];
/** What a version of a growing answer changes. */
const GROWS = ['text', 'markdownText', 'references'];
/** The desk gives each of these an `_id`. */
const WITH_IDS = ['actions', 'items', 'fields'];

const isUpload = ({ attachmentId, mediaUrl }: Json): boolean =>
  attachmentId !== undefined && uploadIdIn(String(mediaUrl)) === attachmentId;

/** As the store returns it: without undefined values. */
const stored = (value: unknown, leaveOut: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (leaveOut.includes(key) ? undefined : part)));

/** The content of a message, in a form for comparison. */
const saidBy = ({ type, role, body }: Said, except: readonly string[]): unknown => {
  const upload = isUpload(body);
  const leaveOut = [...AUTHOR, ...NOTED, ...(upload ? OF_UPLOAD : []), ...except];
  // The quoted message may have changed since.
  if (body.quotedMessageId !== undefined) leaveOut.push('quotedMessage');
  const said = Object.entries(body).filter(([key, part]) => part !== undefined && !leaveOut.includes(key));
  return [
    { type, role, upload },
    Object.fromEntries(said.map(([key, part]) => [key, stored(part, WITH_IDS.includes(key) ? ['_id'] : [])])),
  ];
};

/** Whether two messages are from the same side and have the same content. Author and page do not count. */
export const saysSame = (one: Said, other: Said, except: readonly string[] = []): boolean =>
  isDeepStrictEqual(saidBy(one, except), saidBy(other, except));

/** A messenger repeats a form's answers until the desk has answered. The visitor may have corrected them since. */
const isSameForm = (known: Said, repeat: Said): boolean =>
  isOfMessenger(repeat) &&
  [known, repeat].every(({ type }) => type === 'formResponse') &&
  known.body.quotedMessageId === repeat.body.quotedMessageId;

/**
 * Whether a message may be the repeat of a stored one. Some change between repeats: an answer that a program begins
 * again after a restart, the desk's own messages, the text of an email, corrected answers to a form, and what an agent
 * has edited or deleted since.
 */
export const mayRepeat = (known: Said, repeat: Said): boolean =>
  repeat.body.automatic === true ||
  (known.body.edited !== undefined &&
    known.role === repeat.role &&
    known.body.authorId === repeat.body.authorId) ||
  (repeat.body.source as Json | undefined)?.type === 'email' ||
  isSameForm(known, repeat) ||
  saysSame(known, repeat, known.body.grown !== undefined && repeat.body.growing === true ? GROWS : []);

/** Whether a messenger has sent it. Only messengers are known to never use a `referenceId` for two messages. */
export const isOfMessenger = ({ role, body }: Said): boolean =>
  role === 'appUser' && (body.source as Json | undefined)?.type === 'web';
