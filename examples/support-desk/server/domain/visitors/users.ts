import { mergedByLogin } from '../../model/deskError';
import type { Conversation, ConversationRow, Json, User } from '../../model/entities';
import { hashToken } from '../../model/tokens';
import type { Transaction } from '../../store/store';
import { createConversationIn, type NewConversation } from '../conversations/conversations';
import type { Deps } from '../deps';
import { withClient } from './clients';
import { mergeWithin } from './merge';

const CONVERSATIONS_A_PAGE = 10;
/**
 * How long a repeated creation returns the same visitor. Its `referenceId` is then as good as a session, so this must
 * end.
 */
const REPEAT_MS = 3_600_000;

type NewUser = {
  referenceId?: string;
  locale?: string;
  client?: Json;
  properties?: Json;
  /** The conversation to create at once, for the intent conversation:start. */
  conversation?: NewConversation;
};

/** A page of a visitor's conversations, newest first. */
type ConversationsPage = { rows: ConversationRow[]; hasMore: boolean };

export const listConversations = async (
  deps: Deps,
  userId: string,
  offset: number,
): Promise<ConversationsPage> => {
  const rows = await deps.store.conversationsOfUser(userId, { offset, limit: CONVERSATIONS_A_PAGE + 1 });
  return { rows: rows.slice(0, CONVERSATIONS_A_PAGE), hasMore: rows.length > CONVERSATIONS_A_PAGE };
};

/** Stores the visitor, or finds the one that a call with the same `referenceId` created within the hour. */
const insertOrRepeat = async (tx: Transaction, fresh: User): Promise<{ user: User; created: boolean }> => {
  if (await tx.insertUser(fresh)) return { user: fresh, created: true };
  const known = await tx.userByReference(fresh.referenceId ?? '');
  if (!known)
    throw new Error('The user with this referenceId was deleted during the request. Repeat the request');
  if (fresh.createdAt - known.createdAt < REPEAT_MS) return { user: known, created: false };
  await tx.updateUser(known.id, { referenceId: null });
  return insertOrRepeat(tx, fresh);
};

/**
 * Creates a visitor, or returns the one that an earlier call with the same `referenceId` created. Both issue
 * a new session token, and earlier tokens stay valid.
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
      profile: {},
      locale: input.locale ?? null,
      conversationStarted: false,
      properties: input.properties ?? {},
      clients: withClient([], input.client, now),
      pendingClients: [],
      blockedAt: null,
      corrections: {},
      mergedInto: null,
      createdAt: now,
    };
    const { user, created } = await insertOrRepeat(tx, fresh);
    await tx.insertSession({
      tokenHash: hashToken(sessionToken),
      userId: user.id,
      kind: 'session',
      conversationId: null,
      clientId: typeof input.client?.id === 'string' ? input.client.id : null,
      parentHash: null,
      createdAt: now,
      usedAt: now,
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

/** Changes the given fields and keeps the rest; properties are merged by name. */
export const updateUser = (
  deps: Deps,
  userId: string,
  change: { locale?: string; properties?: Json; client?: Json },
): Promise<User> =>
  deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    if (!user) throw mergedByLogin();
    const fields = {
      locale: change.locale ?? user.locale,
      properties: mergeWithin(user.properties, change.properties, 'properties'),
      clients: withClient(user.clients, change.client, deps.now()),
    };
    await tx.updateUser(userId, fields);
    return { ...user, ...fields };
  });
