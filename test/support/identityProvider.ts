import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

export const ISSUER = 'https://login.shop.example';
export const AUDIENCE = 'porch';

/** The settings of a desk that takes tokens of this provider. */
export const IDENTITY = { jwksUrl: `${ISSUER}/keys`, issuer: ISSUER, audience: AUDIENCE };

export type ProviderKey = { alg: string; kid: string; privateKey: CryptoKey; jwk: JWK; pem: string };

/** @param kid the key's id; also the one it has in the key set */
export const createProviderKey = async (alg: 'RS256' | 'ES256', kid: string): Promise<ProviderKey> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { alg, kid, privateKey, jwk, pem: await exportSPKI(publicKey) };
};

/**
 * Signs a token as an identity provider does.
 * @param now in seconds; the token is good for 15 minutes from then
 * @param header overrides fields of the header
 */
export const signAsProvider = (
  { alg, kid, privateKey }: ProviderKey,
  now: number,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'ada', iat: now, exp: now + 900, ...claims })
    .setProtectedHeader({ alg, kid, ...header })
    .sign(privateKey);

export const keySetOf = (...keys: JWK[]): string => JSON.stringify({ keys });
