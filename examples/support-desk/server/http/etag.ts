import type { Context } from 'hono';
import type { Encoding } from './accept';

/** A tag of one version in one encoding. @param version letters, digits and `-` */
export const etagOf = (version: string, encoding: Encoding | undefined): string =>
  `"${version}${encoding ? `-${encoding}` : ''}"`;

const strong = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Whether the client has this version of an answer. A proxy may have made its tag a weak one. */
export const isKnown = (c: Context, etag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((one) => strong(one) === strong(etag));
