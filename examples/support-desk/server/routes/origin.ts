import type { IncomingHttpHeaders } from 'node:http';

/** What of a request says under which name it came. */
type Asked = { req: { url: string; header(name: string): string | undefined } };

/** The address a request came to, without a path: what every address handed out begins with. */
export type OriginOf = (c: Asked) => string;

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;

/**
 * `publicUrl` when there is one; else the request's own Host, so that the desk works under every name it is reached
 * by. X-Forwarded-Proto may raise http to https: a liar only misleads himself, because answers made of it are not
 * cached. A Host that is none gives the plain loopback name.
 */
export const createOriginOf =
  (publicUrl: string | undefined): OriginOf =>
  (c) => {
    if (publicUrl) return publicUrl;
    const host = c.req.header('host') ?? '';
    const url = new URL(c.req.url);
    const secure = url.protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
    return `${secure ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost'}`;
  };

/** The same for requests of the live endpoint, which are Node's own. */
export const createLiveOriginOf =
  (originOf: OriginOf) =>
  (request: object): string => {
    const { headers = {} } = request as { headers?: IncomingHttpHeaders };
    const header = (name: string): string | undefined => headers[name]?.toString();
    return originOf({ req: { url: 'http://localhost', header } });
  };
