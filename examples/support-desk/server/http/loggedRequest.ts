import type { Context } from 'hono';

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
