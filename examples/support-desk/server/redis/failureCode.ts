import { codeOf } from '../process/errorCode';

/** What the client says where it has no code for it. */
const SAID: readonly [RegExp, string][] = [
  [/timed out|timeout/i, 'ETIMEDOUT'],
  [/closed|writeable/i, 'closed'],
];

/**
 * The code of the system, or the first word of what Redis answered, such as OOM, READONLY or WRONGPASS; the rest may quote keys.
 */
export const failureCode = (error: unknown): string => {
  const code = codeOf(error);
  if (code || !(error instanceof Error)) return code || 'unknown';
  const { message } = error;
  return /^[A-Z]+(?= )/.exec(message)?.[0] ?? SAID.find(([words]) => words.test(message))?.[1] ?? 'unknown';
};

/** Whether Redis itself refused a call, which means that the connection works. UNBLOCKED is no refusal: Redis has become a replica. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError' && !error.message.startsWith('UNBLOCKED');
