import type { Context } from 'hono';

/** Parts of a path that are secrets: of an upload, a visitor's channel, a link request, an agent's link. */
const SECRETS = /^(\/uploads|\/channel)\/.*|(\/link-requests\/|\/agent\/api\/link\/)[^/]+/;

/** The path for the log, without tokens and upload addresses. */
const loggedPath = (path: string): string =>
  path.replace(SECRETS, (_, mount?: string, before?: string) => (mount ? `${mount}/…` : `${before}…`));

/** The fields that identify a request in the log. */
export const loggedRequest = (c: Context) => ({
  id: c.get('requestId') as string | undefined,
  method: c.req.method,
  path: loggedPath(c.req.path),
});
