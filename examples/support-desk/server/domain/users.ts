import { createConversationIn, type NewConversation } from './conversations';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Conversation, ConversationRow, Json, User } from './entities';
import { hashToken, sameSecret } from './tokens';

export const CONVERSATIONS_A_PAGE = 10;
const WEBSOCKET_TOKEN_LIFE_MS = 3_600_000;
const MAX_CLIENTS = 10;

export type NewUser = {
  referenceId?: string;
  locale?: string;
  client?: Json;
  properties?: Json;
  /** The conversation to begin at once (intent conversation:start). */
  conversation?: NewConversation;
};

/** A page of a visitor's conversations, newest first. */
export type ConversationsPage = { rows: ConversationRow[]; hasMore: boolean };

export const listConversations = async (
  deps: Deps,
  userId: string,
  offset: number,
): Promise<ConversationsPage> => {
  const rows = await deps.store.conversationsOfUser(userId, { offset, limit: CONVERSATIONS_A_PAGE + 1 });
  return { rows: rows.slice(0, CONVERSATIONS_A_PAGE), hasMore: rows.length > CONVERSATIONS_A_PAGE };
};

/** What a client says of itself, as FACTS.md 2.3 gives it back. */
const asClient = (client: Json, now: number): Json => ({
  ...client,
  _id: client.id,
  status: 'active',
  lastSeen: new Date(now).toISOString(),
});

/** The clients with this one in front, each known once. */
const withClient = (clients: Json[], client: Json | undefined, now: number): Json[] =>
  client
    ? [asClient(client, now), ...clients.filter((c) => c.id !== client.id)].slice(0, MAX_CLIENTS)
    : clients;

/**
 * Creates a visitor, or answers the one an earlier call of the same `referenceId` created. Either way the session
 * token is new and valid, and tokens given before stay so.
 */
export const createUser = async (
  deps: Deps,
  input: NewUser,
): Promise<{ user: User; sessionToken: string; created: boolean }> => {
  const sessionToken = deps.newToken();
  const result = await deps.store.transaction(async (tx) => {
    const now = deps.now();
    const fresh: User = {
      id: deps.newId(),
      referenceId: input.referenceId ?? null,
      externalId: null,
      locale: input.locale ?? null,
      conversationStarted: false,
      properties: input.properties ?? {},
      clients: withClient([], input.client, now),
      createdAt: now,
    };
    const created = await tx.insertUser(fresh);
    const user = created ? fresh : await tx.userByReference(fresh.referenceId ?? '');
    if (!user) throw new Error('a user of this referenceId was there and is gone');
    await tx.insertSession({
      tokenHash: hashToken(sessionToken),
      userId: user.id,
      kind: 'session',
      createdAt: now,
      expiresAt: null,
    });
    let begun: Conversation | undefined;
    if (created && input.conversation) {
      begun = (await createConversationIn(deps, tx, user, input.conversation)).conversation;
    }
    return { user: begun ? { ...user, conversationStarted: true } : user, created };
  });
  return { ...result, sessionToken };
};

/** Changes what a PUT names and leaves the rest; properties are merged by name. */
export const updateUser = (
  deps: Deps,
  userId: string,
  change: { locale?: string; properties?: Json; client?: Json },
): Promise<User> =>
  deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    if (!user) throw new DeskError('not_found', 'There is no such user');
    const fields = {
      locale: change.locale ?? user.locale,
      properties: { ...user.properties, ...change.properties },
      clients: withClient(user.clients, change.client, deps.now()),
    };
    await tx.updateUser(userId, fields);
    return { ...user, ...fields };
  });

/** A short-lived token that is good for subscriptions alone (DESIGN.md 3.17, doorman session). */
export const issueWebsocketToken = async (deps: Deps, userId: string): Promise<string> => {
  const token = deps.newToken();
  const now = deps.now();
  await deps.store.transaction(async (tx) => {
    await tx.deleteExpiredSessions(userId, now);
    await tx.insertSession({
      tokenHash: hashToken(token),
      userId,
      kind: 'websocket',
      createdAt: now,
      expiresAt: now + WEBSOCKET_TOKEN_LIFE_MS,
    });
  });
  return token;
};

/**
 * The user these credentials belong to.
 * @param kinds what the token may be: HTTP takes `session` alone, subscriptions take `websocket` too
 * @returns `undefined` for an unknown user, a wrong token or an expired one: nothing tells them apart
 */
export const authenticate = async (
  deps: Pick<Deps, 'store' | 'now'>,
  credentials: { appUserId: string; token: string },
  kinds: readonly ('session' | 'websocket')[],
): Promise<User | undefined> => {
  const tokenHash = hashToken(credentials.token);
  const found = await deps.store.sessionByHash(tokenHash);
  if (!found || !kinds.includes(found.session.kind)) return undefined;
  if (found.session.expiresAt !== null && found.session.expiresAt <= deps.now()) return undefined;
  const same =
    sameSecret(found.session.tokenHash, tokenHash) && sameSecret(found.user.id, credentials.appUserId);
  return same ? found.user : undefined;
};
