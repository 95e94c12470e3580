import { createHmac } from 'node:crypto';

export type SigningKey = { id: string; secret: string };

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Signs a visitor's JWT as a publisher's server does.
 * @param header overrides fields of the header, to make invalid tokens
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
