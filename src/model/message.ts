import type { WireMessage } from '../wire/message';
import type { FileError } from './fileRules';

/** `sending` becomes `sent` on success and `failed` on error. */
type MessageStatus = 'sending' | 'sent' | 'failed';

/** Why a message or file was not sent. */
type MessageErrorReason = 'characterLimit' | 'network' | FileError;

/** A message as the messenger stores it. */
export type Message = WireMessage & {
  /** Stays the same from the optimistic message to the confirmed one, so that its bubble is never redrawn. */
  key: string;
  status: MessageStatus;
  isOptimistic: boolean;
  errorReason?: MessageErrorReason;
  isRetryable?: boolean;
  /** True when sending takes so long that the visitor sees a notice, or when a file waits for the network. */
  isDelayed?: boolean;
};

/** Prefix of the key of a file's message, which distinguishes files from texts. */
export const FILE_KEY = 'file-';

/** A message that the visitor composes. */
export type Draft = { text: string; payload?: string; metadata?: Record<string, unknown> };

/** Converts a message from the service, which always counts as sent. */
export const fromWire = (wire: WireMessage, key = wire.referenceId ?? wire._id): Message => ({
  ...wire,
  key,
  status: 'sent',
  isOptimistic: false,
});

/** Errors that no retry can fix, because the text or the file itself is at fault. */
const FINAL: readonly MessageErrorReason[] = ['characterLimit', 'fileSize', 'fileType', 'fileChanged'];

/** The fields of a message that could not be sent. */
export const asFailed = (errorReason: MessageErrorReason) =>
  ({ status: 'failed', errorReason, isRetryable: !FINAL.includes(errorReason), isDelayed: false }) as const;

/** Why a service refused a file: by the error code if known, else by the HTTP status. */
export const fileErrorOf = ({ code, status }: { code?: string; status?: number }): FileError =>
  (['fileSize', 'fileType', 'tooMany'] as const).find((known) => known === code) ??
  (status === 413 ? 'fileSize' : status === 415 ? 'fileType' : 'unknown');

/**
 * The visitor's message before the service confirms it.
 * @param received float seconds; its position in the log until the service confirms it
 */
export const optimistic = (
  draft: Draft,
  referenceId: string,
  received: number,
  author: { appUserId?: string; sessionId?: string },
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
