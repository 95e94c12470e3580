import type { Context } from 'hono';
import type { Logger } from 'pino';
import { codeOf } from './errorCode';

/** The part of the logger that the server uses. Fields never contain message text or a token. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const MAX_FRAMES = 8;

/**
 * The loggable part of an unexpected error: its code, also PostgreSQL's, and where it was thrown, without its text,
 * which may quote a message.
 */
export const failureOf = (error: unknown): { name?: string; code?: string; at?: string[] } => {
  const { name, stack } = (error ?? {}) as Partial<Error>;
  const code = codeOf(error) || undefined;
  const at = stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name, code, at: at?.slice(0, MAX_FRAMES) };
};

/** Parts of a path that alone open something: an upload, a visitor's channel, a link request, an agent's link. */
const SECRETS = /^(\/uploads|\/channel)\/.*|(\/link-requests\/|\/agent\/api\/link\/)[^/]+/;

/** The path for the log, without tokens and addresses of uploads. */
const loggedPath = (path: string): string =>
  path.replace(SECRETS, (_, mount?: string, before?: string) => (mount ? `${mount}/…` : `${before}…`));

/** What identifies a request in the log. */
export const loggedRequest = (c: Context) => ({
  id: c.get('requestId') as string | undefined,
  method: c.req.method,
  path: loggedPath(c.req.path),
});
