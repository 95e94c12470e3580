import { DeskError } from '../../model/deskError';
import type { Json, Session, User } from '../../model/entities';
import { hashToken, sameSecret } from '../../model/tokens';
import type { Store } from '../../store/store';
import type { Deps, DeskTransaction } from '../deps';
import { providerOf } from '../settings/identitySettings';
import { type Claims, readJwt, type TokenKeys } from './jwt';
import { keyTag, secretOf } from './signingKeys';

/** A credential that passed the check. */
export type Credential = {
  /** SHA-256 of the credential, the only form that is stored. */
  hash: string;
  /** In ms; `null`: it does not expire. */
  expiresAt: number | null;
  /** Tags that can end its subscriptions: its own hash, its user's tag and, for a JWT, the tag of its signing key. */
  tags: string[];
  /** The only conversation it is valid for; by default, all of the visitor's. */
  only?: string;
};

export type Caller = { user: User; credential: Credential };

/** The tag of all subscriptions of a visitor. */
export const userTag = (userId: string): string => `user ${userId}`;

/** The tag of the subscriptions made with a visitor's links. */
const linkTag = (userId: string): string => `link ${userId}`;

/**
 * Sends an event to a visitor's own tabs only. A browser that opened a conversation by an email's link uses the same
 * channel: its connection ends first, and it subscribes again if still allowed.
 */
export const toOwnTabs = (
  { publisher }: Pick<DeskTransaction, 'publisher'>,
  userId: string,
  event: Json,
): void => {
  publisher.endSubscriptions([linkTag(userId)]);
  publisher.toVisitor(userId, event);
};

type IdentityDeps = Pick<Deps, 'now' | 'settings' | 'publicKeys'> & { store: Store };

const tokenKeys = (deps: IdentityDeps): TokenKeys => {
  const secret = (kid: string) => secretOf(deps, kid);
  const provider = providerOf(deps.settings().identity);
  return {
    secretOf: secret,
    provider: provider && { ...provider, keyOf: deps.publicKeys(provider.jwksUrl) },
  };
};

const DAY_MS = 86_400_000;
/** The use of a session is stored once in this time, not with each call. */
const NOTE_MS = 3_600_000;

/** Sessions last used before this time (ms) have ended. */
export const sessionsEndBefore = ({ now, settings }: Pick<IdentityDeps, 'now' | 'settings'>): number =>
  now() - settings().sessions.days * DAY_MS;

const isEnded = (deps: IdentityDeps, { kind, usedAt, expiresAt }: Session): boolean =>
  (expiresAt !== null && expiresAt <= deps.now()) || (kind === 'session' && usedAt < sessionsEndBefore(deps));

const noteUse = async ({ store, now }: IdentityDeps, { tokenHash, usedAt }: Session): Promise<void> => {
  const at = now();
  if (at - usedAt >= NOTE_MS) await store.transaction((tx) => tx.touchSession(tokenHash, at));
};

/**
 * The user this token belongs to.
 * @param kinds the accepted kinds: a login takes `session` only, other calls also `link`, subscriptions every kind
 * @returns `undefined` for an unknown user, a wrong token or an expired one; callers cannot tell these apart
 */
export const authenticate = async (
  deps: IdentityDeps,
  credentials: { appUserId: string; token: string },
  kinds: readonly Session['kind'][],
): Promise<Caller | undefined> => {
  const hash = hashToken(credentials.token);
  const found = await deps.store.sessionByHash(hash);
  if (!found || !kinds.includes(found.session.kind)) return undefined;
  const { user, session } = found;
  if (isEnded(deps, session)) return undefined;
  const same = sameSecret(session.tokenHash, hash) && sameSecret(user.id, credentials.appUserId);
  if (!same) return undefined;
  await noteUse(deps, session);
  const { expiresAt, conversationId } = session;
  const tags = [hash, userTag(user.id)];
  if (conversationId === null) return { user, credential: { hash, expiresAt, tags } };
  return {
    user,
    credential: { hash, expiresAt, tags: [...tags, linkTag(user.id)], only: conversationId },
  };
};

/**
 * Verifies a JWT and reads its claims.
 * @throws invalid_auth with the exact reason; unavailable if the identity provider's keys cannot be loaded
 */
export const readClaims = async (
  deps: IdentityDeps,
  jwt: string,
): Promise<{ claims: Claims; credential: Credential }> => {
  const claims = await readJwt(jwt, tokenKeys(deps), deps.now(), deps.settings().auth);
  const hash = hashToken(jwt);
  const tags = claims.keyId === undefined ? [hash] : [hash, keyTag(claims.keyId)];
  return { claims, credential: { hash, expiresAt: claims.expiresAt, tags } };
};

/**
 * The user a JWT belongs to.
 * @throws invalid_auth with the reason; user_not_found if no user has logged in with its external id; unavailable
 */
export const authenticateJwt = async (deps: IdentityDeps, jwt: string): Promise<Caller> => {
  const { claims, credential } = await readClaims(deps, jwt);
  const user = await deps.store.userByExternalId(claims.externalId);
  if (!user) throw new DeskError('user_not_found', 'App user not found');
  return { user, credential: { ...credential, tags: [...credential.tags, userTag(user.id)] } };
};
