import { decodeProtectedHeader, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { cleanText, cutText, isStorable } from '../../model/clean';
import { DeskError } from '../../model/deskError';
import type { Profile } from '../../model/entities';
import { problemOf } from './jwtProblems';

/** The claims of a visitor's JWT. */
export type Claims = {
  externalId: string;
  profile: Profile;
  /** When it expires, including the leeway, in ms; `null`: never. */
  expiresAt: number | null;
  /** The signing key that it was signed with; `undefined` for a key of the identity provider. */
  keyId?: string;
};

/** The keys that check tokens. */
export type TokenKeys = {
  /** The secret of a signing key; `undefined` if there is no such key. */
  secretOf: (kid: string) => Promise<string | undefined>;
  /** The publisher's identity provider, if there is one. */
  provider?: { issuer: string; audience: string; keyOf: JWTVerifyGetKey };
};

const MAX_LENGTH = 8192;
const MAX_EXTERNAL_ID = 255;
/** Clocks may differ by this much. */
const LEEWAY_S = 60;

/** Only signing keys use this algorithm: their secrets are not public keys. */
const SECRET_ALGORITHM = 'HS256';
/** Only keys of the identity provider use these. */
const PUBLIC_ALGORITHMS = ['RS256', 'ES256'];

/** The settings' limits for a token's lifetime. */
type Lifetime = {
  /** Refuses a token without `exp`, which would be valid until its key is removed. */
  tokensNeedExp: boolean;
  /** The longest time until `exp`; without `exp`, the greatest age of `iat`. */
  tokenMaxSeconds: number;
};

/** The default limits of the settings, for callers that pass none. */
export const USUAL_LIFETIME: Lifetime = { tokensNeedExp: true, tokenMaxSeconds: 30 * 86_400 };

/** @param problem one sentence for the people who sign tokens. It quotes only key ids and algorithms. */
const refuse = (problem: string): never => {
  throw new DeskError('invalid_auth', problem);
};

const quoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(cutText(value, 60)) : `of type ${typeof value}`;

/** Whether it is base64url as every encoder writes it, so that a token has only one form. */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;

const headerOf = (token: string): { alg?: unknown; kid?: unknown; crit?: unknown } => {
  if (token.length > MAX_LENGTH) refuse(`A JWT may have at most ${MAX_LENGTH} characters`);
  const parts = token.split('.');
  try {
    if (parts.length === 3 && parts.every(isCanonical)) return decodeProtectedHeader(token);
  } catch {
    // It is not a JSON object.
  }
  return refuse('The Bearer token is not a JWT');
};

type Checked = { payload: JWTPayload; keyId?: string };

/** Checks the signature, and the claims that jose knows. @throws DeskError */
const verify = async (token: string, keys: TokenKeys, now: number, life: Lifetime): Promise<Checked> => {
  const { alg, kid, crit } = headerOf(token);
  if (crit !== undefined) refuse('The JWT has a crit header, which is not supported');
  const common = {
    clockTolerance: LEEWAY_S,
    currentDate: new Date(now),
    requiredClaims: life.tokensNeedExp ? ['exp'] : [],
  };
  const check = async (key: string, work: () => Promise<{ payload: JWTPayload }>): Promise<JWTPayload> => {
    try {
      return (await work()).payload;
    } catch (error) {
      if (error instanceof DeskError) throw error;
      return refuse(problemOf(error, key));
    }
  };
  if (alg === SECRET_ALGORITHM) {
    if (typeof kid !== 'string' || kid === '') return refuse('The JWT has no kid in its header');
    const secret = await keys.secretOf(kid);
    if (secret === undefined) return refuse(`The JWT's kid ${quoted(kid)} is no signing key of this desk`);
    const options = { ...common, algorithms: [SECRET_ALGORITHM] };
    const payload = await check(`the signing key ${quoted(kid)}`, () =>
      jwtVerify(token, Buffer.from(secret), options),
    );
    return { payload, keyId: kid };
  }
  if (typeof alg !== 'string' || !PUBLIC_ALGORITHMS.includes(alg)) {
    return refuse(`The JWT is signed with alg ${quoted(alg)}; HS256, RS256 and ES256 are accepted`);
  }
  const { provider } = keys;
  if (!provider) {
    return refuse(
      `The JWT is signed with alg ${quoted(alg)}, which needs the settings identity.jwksUrl, identity.issuer and identity.audience`,
    );
  }
  const { issuer, audience, keyOf } = provider;
  const options = { ...common, algorithms: PUBLIC_ALGORITHMS, issuer, audience };
  return {
    payload: await check("the identity provider's key", () => jwtVerify(token, keyOf, options)),
  };
};

/** The user's id: an identity provider may provide it as `sub`. */
const externalIdOf = ({ external_id, sub }: JWTPayload, isProvider: boolean): string => {
  const name = external_id === undefined && isProvider ? 'sub' : 'external_id';
  const value: unknown = name === 'sub' ? sub : external_id;
  if (value === undefined) return refuse(`The JWT has no external_id${isProvider ? ' and no sub' : ''}`);
  if (typeof value !== 'string') return refuse(`The JWT's ${name} must be a string`);
  if (value === '') return refuse(`The JWT's ${name} is empty`);
  if (value.length > MAX_EXTERNAL_ID) {
    return refuse(`The JWT's ${name} may have at most ${MAX_EXTERNAL_ID} characters`);
  }
  // Never clean this id: the result could be another person's id.
  return isStorable(value) ? value : refuse(`The JWT's ${name} has a character that cannot be kept`);
};

/** When the token expires, in ms: by its exp, otherwise by the age of its iat. @throws DeskError */
const expiryOf = ({ exp, iat }: JWTPayload, now: number, { tokenMaxSeconds }: Lifetime): number | null => {
  const seconds = Math.floor(now / 1000);
  const limit = `at most ${tokenMaxSeconds} seconds (the setting auth.tokenMaxSeconds)`;
  if (iat !== undefined && iat > seconds + LEEWAY_S) refuse('The JWT is not valid yet (iat)');
  if (exp !== undefined) {
    if (exp > seconds + tokenMaxSeconds + LEEWAY_S) refuse(`The JWT's exp may be ${limit} from now`);
    return (exp + LEEWAY_S) * 1000;
  }
  if (iat === undefined) return null;
  if (iat < seconds - tokenMaxSeconds - LEEWAY_S)
    refuse(`The JWT has no exp, and its iat may be ${limit} ago`);
  return (iat + tokenMaxSeconds + LEEWAY_S) * 1000;
};

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? cutText(cleanText(value), 300) : undefined;

/**
 * Reads a visitor's JWT. One that is signed with a signing key uses HS256, names the key as its `kid`, and has the
 * scope 'user' and an external_id. One of the publisher's identity provider uses RS256 or ES256, has the issuer and the
 * audience of the settings, and an external_id or a sub. Times have 60 s of leeway.
 * @param now in ms
 * @param life the limits for a token's lifetime
 * @throws DeskError: invalid_auth with the reason; `unavailable` if the provider's keys cannot be loaded now
 */
export const readJwt = async (
  token: string,
  keys: TokenKeys,
  now: number,
  life: Lifetime = USUAL_LIFETIME,
): Promise<Claims> => {
  const { payload, keyId } = await verify(token, keys, now, life);
  const { scope, name, email, email_verified } = payload;
  if (keyId !== undefined && scope !== 'user') {
    refuse(
      scope === undefined ? "The JWT has no scope; it must be 'user'" : "The JWT's scope must be 'user'",
    );
  }
  return {
    externalId: externalIdOf(payload, keyId === undefined),
    expiresAt: expiryOf(payload, now, life),
    keyId,
    profile: {
      name: shortText(name),
      email: shortText(email),
      emailVerified: typeof email_verified === 'boolean' ? email_verified : undefined,
    },
  };
};
