import type { WireMessage } from '../wire/message';
import type { FileError } from './fileRules';

/** SPEC.md section 4 'Messages': sending, then sent on success or failed on error. */
export type MessageStatus = 'sending' | 'sent' | 'failed';

/** SPEC.md section 8, message and file errors, and why a send did not get through. */
export type MessageErrorReason = 'characterLimit' | 'network' | FileError;

/** A message as the messenger holds it. */
export type Message = WireMessage & {
  /** Stays the same from the optimistic bubble to the confirmed one, so that the bubble is never drawn anew. */
  key: string;
  status: MessageStatus;
  isOptimistic: boolean;
  errorReason?: MessageErrorReason;
  isRetryable?: boolean;
  /** On its way for so long that the visitor is told. */
  isDelayed?: boolean;
};

/** What a visitor composes. */
export type Draft = { text: string; payload?: string; metadata?: Record<string, unknown> };

/** A message from the service is sent by definition (SPEC.md section 4). */
export const fromWire = (wire: WireMessage, key = wire.referenceId ?? wire._id): Message => ({
  ...wire,
  key,
  status: 'sent',
  isOptimistic: false,
});

/** Only the text or the file itself can be at fault for good; anything else may pass another time. */
const FINAL: readonly MessageErrorReason[] = ['characterLimit', 'fileSize', 'fileType'];

/** What becomes of a message that was not sent. */
export const asFailed = (errorReason: MessageErrorReason) =>
  ({ status: 'failed', errorReason, isRetryable: !FINAL.includes(errorReason), isDelayed: false }) as const;

const FILE_ERRORS: readonly FileError[] = ['fileSize', 'fileType', 'tooMany'];

/** Why a service did not take a file, by the code it gave or else by its HTTP status. */
export const fileErrorOf = ({ code, status }: { code?: string; status?: number }): FileError =>
  FILE_ERRORS.find((known) => known === code) ??
  (status === 413 ? 'fileSize' : status === 415 ? 'fileType' : 'unknown');

/**
 * The visitor's message before the service has it.
 * @param received float seconds; where it stands in the log until the service says
 */
export const optimistic = (
  draft: Draft,
  referenceId: string,
  received: number,
  author: { appUserId?: string; sessionId: string },
): Message => ({
  _id: referenceId,
  key: referenceId,
  referenceId,
  type: 'text',
  role: 'appUser',
  received,
  text: draft.text,
  payload: draft.payload,
  metadata: draft.metadata,
  authorId: author.appUserId,
  source: { sessionId: author.sessionId },
  status: 'sending',
  isOptimistic: true,
  raw: {},
});
