import type { MiddlewareHandler } from 'hono';
import { DeskError } from '../model/deskError';
import { calledOf } from './address';

/** The parts of a request that determine its address. */
type Asked = { req: { url: string; header(name: string): string | undefined } };

/** The address a request came to: the start of every address handed out. `publicUrl` may add a base path. */
export type OriginOf = (c: Asked) => string;

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;

/**
 * Uses `publicUrl` if set, otherwise the request's Host header, so that the desk works under every name.
 * X-Forwarded-Proto may raise http to https. A false header only misleads its own sender, because such answers are not
 * cached.
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

/** Refuses an invalid Host where it would be used. Behind PUBLIC_URL, a proxy may send any. @throws bad_request */
export const refuseBadHost =
  (publicUrl: string | undefined): MiddlewareHandler =>
  (c, next) => {
    const host = c.req.header('host');
    if (publicUrl === undefined && host !== undefined && !HOST.test(host))
      throw new DeskError('bad_request', 'The Host header is no host name. Call the desk by its address');
    return next();
  };

/** The address of requests to the live endpoint, which are Node's own. */
export const createLiveOriginOf =
  (originOf: OriginOf) =>
  (request: object): string => {
    const { header } = calledOf(request).req;
    return originOf({ req: { url: 'http://localhost', header } });
  };
