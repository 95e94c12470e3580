import { codeOf } from '../process/errorCode';

/** The client's messages for errors without a code. */
const SAID: readonly [RegExp, string][] = [
  [/timed out|timeout/i, 'ETIMEDOUT'],
  [/closed|writeable/i, 'closed'],
];

/**
 * The system's code, or the first word of the answer of Redis, such as OOM, READONLY or WRONGPASS; the rest may quote
 * keys.
 */
export const failureCode = (error: unknown): string => {
  const code = codeOf(error);
  if (code || !(error instanceof Error)) return code || 'unknown';
  const { message } = error;
  return /^[A-Z]+(?= )/.exec(message)?.[0] ?? SAID.find(([words]) => words.test(message))?.[1] ?? 'unknown';
};

/**
 * Whether Redis itself refused a call, which proves that the connection works. UNBLOCKED is not a refusal: Redis has
 * become a replica.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError' && !error.message.startsWith('UNBLOCKED');
