import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanText, cutText, isStorable } from './clean';
import type { Profile } from './entities';

/** The claims of a visitor's JWT. */
export type Claims = {
  externalId: string;
  profile: Profile;
  /** When it expires, including the leeway, in ms; `null`: never. */
  expiresAt: number | null;
  keyId: string;
};

/**
 * Why a token is refused: one sentence for the people who sign tokens. It quotes only key ids and algorithms.
 */
export type JwtProblem = { problem: string };

const MAX_LENGTH = 8192;
const MAX_EXTERNAL_ID = 255;
const LEEWAY_MS = 30_000;

type Part = Record<string, unknown>;

/** What the settings ask of a token's lifetime. */
export type Lifetime = {
  /** Refuses a token without `exp`, which would be good until its key is removed. */
  tokensNeedExp: boolean;
  /** How far away `exp` may be; without `exp`, how old `iat` may be. */
  tokenMaxSeconds: number;
};

/** The default limits of the settings, for callers that pass none. */
export const USUAL_LIFETIME: Lifetime = { tokensNeedExp: false, tokenMaxSeconds: 30 * 86_400 };

const decodePart = (part: string): Part | undefined => {
  if (!/^[\w-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Part) : undefined;
  } catch {
    return undefined;
  }
};

/** Compares signatures as text bytes, so that another encoding of the same signature is refused. */
const isSignedBy = (secret: string, signed: string, signature: string): boolean => {
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const quoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(cutText(value, 60)) : `of type ${typeof value}`;

const problemOfHeader = ({ alg, kid, crit }: Part): string | undefined => {
  if (alg !== 'HS256') return `The JWT is signed with alg ${quoted(alg)}; only HS256 is taken`;
  if (crit !== undefined) return 'The JWT has a crit header, which is not supported';
  if (typeof kid !== 'string' || kid === '') return 'The JWT has no kid in its header';
  return undefined;
};

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const problemOfTimes = ({ exp, nbf, iat }: Part, now: number, life: Lifetime): string | undefined => {
  if (exp !== undefined && !isTime(exp)) return "The JWT's exp must be a number of seconds";
  if (nbf !== undefined && !isTime(nbf)) return "The JWT's nbf must be a number of seconds";
  if (isTime(exp) && now >= exp * 1000 + LEEWAY_MS) return 'The JWT has expired';
  if (isTime(nbf) && now < nbf * 1000 - LEEWAY_MS) return 'The JWT is not valid yet (nbf)';
  const { tokensNeedExp, tokenMaxSeconds } = life;
  const max = tokenMaxSeconds * 1000 + LEEWAY_MS;
  const limit = `at most ${tokenMaxSeconds} seconds (the setting auth.tokenMaxSeconds)`;
  if (isTime(exp)) return exp * 1000 > now + max ? `The JWT's exp may be ${limit} from now` : undefined;
  if (tokensNeedExp) return 'The JWT has no exp, which the setting auth.tokensNeedExp asks for';
  return isTime(iat) && now > iat * 1000 + max
    ? `The JWT has no exp, and its iat may be ${limit} ago`
    : undefined;
};

const problemOfPayload = (payload: Part, now: number, life: Lifetime): string | undefined => {
  const { scope, external_id } = payload;
  if (scope === undefined) return "The JWT has no scope; it must be 'user'";
  if (scope !== 'user') return "The JWT's scope must be 'user'";
  if (external_id === undefined) return 'The JWT has no external_id';
  if (typeof external_id !== 'string') return "The JWT's external_id must be a string";
  if (external_id === '') return "The JWT's external_id is empty";
  if (external_id.length > MAX_EXTERNAL_ID) {
    return `The JWT's external_id may have at most ${MAX_EXTERNAL_ID} characters`;
  }
  // Never clean this id: the result could be another person's id.
  if (!isStorable(external_id)) return "The JWT's external_id has a character that cannot be kept";
  return problemOfTimes(payload, now, life);
};

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? cutText(cleanText(value), 300) : undefined;

/** When the token stops being good, in ms: by its exp, else by the age of its iat. */
const expiryOf = ({ exp, iat }: Part, life: Lifetime): number | null => {
  if (isTime(exp)) return exp * 1000 + LEEWAY_MS;
  return isTime(iat) ? (iat + life.tokenMaxSeconds) * 1000 + LEEWAY_MS : null;
};

/**
 * Reads a visitor's JWT. It must use HS256, be signed with the key its `kid` names, and have scope 'user' and
 * an external_id. Times have 30 s of leeway.
 * @param keyOf gives the secret of a key, `undefined` when the key does not exist
 * @param now in ms
 * @param life how long a token may be good
 * @returns the claims, or the problem that refuses the token
 */
export const readJwt = async (
  token: string,
  keyOf: (kid: string) => Promise<string | undefined>,
  now: number,
  life: Lifetime = USUAL_LIFETIME,
): Promise<Claims | JwtProblem> => {
  if (token.length > MAX_LENGTH) return { problem: `A JWT may have at most ${MAX_LENGTH} characters` };
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const header = decodePart(head);
  const payload = decodePart(body);
  if (!header || !payload || rest.length > 0) return { problem: 'The Bearer token is not a JWT' };
  const problem = problemOfHeader(header);
  if (problem) return { problem };
  const kid = header.kid as string;
  const secret = await keyOf(kid);
  if (secret === undefined) return { problem: `The JWT's kid ${quoted(kid)} is no signing key of this desk` };
  if (!isSignedBy(secret, `${head}.${body}`, signature)) {
    return { problem: `The JWT's signature does not fit the signing key ${quoted(kid)}` };
  }
  const wrong = problemOfPayload(payload, now, life);
  if (wrong) return { problem: wrong };
  return {
    externalId: payload.external_id as string,
    profile: {
      name: shortText(payload.name),
      email: shortText(payload.email),
      emailVerified: typeof payload.email_verified === 'boolean' ? payload.email_verified : undefined,
    },
    expiresAt: expiryOf(payload, life),
    keyId: kid,
  };
};
