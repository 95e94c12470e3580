import { OWN_MARK } from '@porch/messenger/wire/ownMark';
import type { MiddlewareHandler } from 'hono';
import { DeskError } from '../model/deskError';
import { withAddresses } from '../model/uploadAddress';
import type { OriginOf } from './origin';

/** No store accepts NUL, and no path or query of the desk needs it. */
export const refuseNul: MiddlewareHandler = (c, next) => {
  if (c.req.url.includes('%00')) throw new DeskError('bad_request', 'The address has a NUL character');
  return next();
};

/**
 * Marks each answer as the desk's: without the mark, a portal or a proxy has answered. Browsers must not guess another
 * content type.
 */
export const ownAnswer: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set(OWN_MARK, '1');
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
};

/** Makes browsers use HTTPS for a year; sent if the desk's public address does. */
export const strictTransport =
  (publicUrl: string | undefined): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (/^https:/i.test(publicUrl ?? '')) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000');
  };

/** Refuses requests by pages of other sites, which no visitor and no agent has made. */
export const refuseOtherSites: MiddlewareHandler = (c, next) => {
  if (c.req.header('sec-fetch-site') === 'cross-site') {
    throw new DeskError('forbidden', 'Pages of other sites cannot call this');
  }
  return next();
};

/** Puts full addresses of uploads into every JSON answer, under the request's origin. */
export const fillAddresses =
  (originOf: OriginOf): MiddlewareHandler =>
  (c, next) => {
    const { json } = c;
    const filled = (value: object, status?: 200) => json(withAddresses(value, originOf(c)), status);
    c.json = filled as typeof json;
    return next();
  };

/** Answers contain personal data, so caches must not store them. */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store');
};
