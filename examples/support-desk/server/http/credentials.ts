import { createHash } from 'node:crypto';

/** A generous maximum: ids and secrets have some 50 characters. */
const LONGEST_BASIC = 4000;

/** `Basic base64(id:secret)`. */
export const basicOf = (header: string | undefined): { id: string; secret: string } | undefined => {
  const [, encoded = ''] = /^Basic ([a-z0-9+/_=-]+)$/i.exec(header ?? '') ?? [];
  const text = encoded.length > LONGEST_BASIC ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon > 0 ? { id: text.slice(0, colon), secret: text.slice(colon + 1) } : undefined;
};

/** `Bearer token`. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer (\S+)$/i.exec(header ?? '')?.[1];

/**
 * The hash of the credential that a header claims, without its spelling. It is not checked yet, but it contains the
 * secret, so nobody can claim another's.
 */
export const claimedIn = (header: string | undefined): string | undefined => {
  const basic = basicOf(header);
  const claimed = basic ? `${basic.id}:${basic.secret}` : bearerOf(header);
  return claimed && createHash('sha256').update(claimed).digest('base64url');
};
