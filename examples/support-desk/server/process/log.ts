import type { Logger } from 'pino';
import { codeOf } from './errorCode';

/** The part of the logger that the server uses. Fields never contain message text or a token. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const MAX_FRAMES = 8;

/**
 * The loggable part of an unexpected error: its code (PostgreSQL's too) and where it was thrown, without its text,
 * which may quote a message.
 */
export const failureOf = (error: unknown): { name?: string; code?: string; at?: string[] } => {
  const { name, stack } = (error ?? {}) as Partial<Error>;
  const code = codeOf(error) || undefined;
  const at = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, code, at: at?.slice(0, MAX_FRAMES) };
};
