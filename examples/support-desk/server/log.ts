import type { Logger } from 'pino';

/** What of the log the server uses: lines with fields, none of them message text or a token. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const MAX_FRAMES = 8;

/** What of an unexpected error may be logged: where it was thrown, not its words, which may quote a message. */
export const failureOf = (error: unknown): { name?: string; code?: unknown; at?: string[] } => {
  const { name, code, stack } = (error ?? {}) as Partial<Error> & { code?: unknown };
  const at = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, code, at: at?.slice(0, MAX_FRAMES) };
};
