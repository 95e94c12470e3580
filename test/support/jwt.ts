import { createHmac } from 'node:crypto';

export type SigningKey = { id: string; secret: string };

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * A visitor's JWT, signed as a publisher's server would.
 * @param header overrides of the header, for tokens that are not as they should be
 */
export const signJwt = (
  key: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): string => {
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: key.id, ...header });
  const signed = `${head}.${encode({ scope: 'user', ...claims })}`;
  return `${signed}.${createHmac('sha256', key.secret).update(signed).digest('base64url')}`;
};
