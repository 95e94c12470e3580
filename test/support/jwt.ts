import { createHmac } from 'node:crypto';

export type SigningKey = { id: string; secret: string };

/** An `exp` for desks with a fake clock: a day after it starts. */
export const FAKE_EXP = 1_800_086_400;

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Signs a visitor's JWT as a publisher's server does. It is good for an hour of the real clock, unless it has an
 * `exp` of its own.
 * @param header overrides fields of the header, to make invalid tokens
 */
export const signJwt = (
  key: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): string => {
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: key.id, ...header });
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const signed = `${head}.${encode({ scope: 'user', exp, ...claims })}`;
  return `${signed}.${createHmac('sha256', key.secret).update(signed).digest('base64url')}`;
};
