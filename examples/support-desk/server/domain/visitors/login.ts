import type { Conversation, Json, Message, Profile, User } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { newChange, storeChange } from '../conversations/changes';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView, nameOfVisitor } from '../inboxViews';
import { removeMessages } from '../messages/removeMessages';
import { isOfMessenger, saysSame } from '../messages/sameMessage';
import { conversationEventView } from '../views';
import { withClient } from './clients';
import { authenticate } from './identity';
import type { Claims } from './jwt';
import { addWithin } from './merge';
import { blockTogether } from './person';

/** The anonymous visitor of this browser until the login. */
type FormerVisitor = { appUserId: string; token: string };

const findOrCreate = async (deps: Deps, tx: Transaction, claims: Claims): Promise<User> => {
  const fresh: User = {
    id: deps.newId(),
    referenceId: null,
    externalId: claims.externalId,
    profile: claims.profile,
    locale: null,
    conversationStarted: false,
    properties: {},
    clients: [],
    pendingClients: [],
    blockedAt: null,
    corrections: {},
    mergedInto: null,
    createdAt: deps.now(),
  };
  if (await tx.insertUser(fresh)) return fresh;
  const known = await tx.userByExternalId(claims.externalId);
  if (!known) throw new Error('The user with this external id was deleted during the login. Log in again');
  return known;
};

/** Locks the smaller id first, so that two simultaneous logins cannot deadlock. */
const lockBoth = async (
  tx: Transaction,
  userId: string,
  formerId: string | undefined,
): Promise<{ user: User; former: User | undefined }> => {
  const ids = formerId === undefined || formerId === userId ? [userId] : [userId, formerId].sort();
  const locked = new Map<string, User>();
  for (const id of ids) {
    const user = await tx.lockUser(id);
    if (user) locked.set(id, user);
  }
  const user = locked.get(userId);
  if (!user) throw new Error('The user was deleted during the login. Log in again');
  return { user, former: formerId === userId ? undefined : locked.get(formerId ?? '') };
};

type Merged = { user: User; moved: Conversation[]; ended: string[]; former?: User };

/** The address that a visitor gave in a form. An address of an earlier token is left out: the publisher must repeat it. */
const givenEmail = ({ email, emailVerified, emailUsed }: Profile = {}): Profile | undefined =>
  email !== undefined && emailVerified === false ? { email, emailVerified, emailUsed } : undefined;

/** The address that an agent typed while a login stated another. */
const corrected = ({ corrections }: User): Profile | undefined =>
  corrections.email && { email: corrections.email.value, emailVerified: false };

/**
 * The profile of the token. If the token has no email address, it gets the one that the visitor gave in a form, as
 * this user or before the login.
 */
const profileOf = (claims: Claims, user: User, former: User | undefined): Profile =>
  claims.profile.email === undefined
    ? { ...claims.profile, ...(givenEmail(user.profile) ?? corrected(user) ?? givenEmail(former?.profile)) }
    : claims.profile;

/**
 * The messages of these conversations that the visitor's messenger sent again as another visitor, whom a login has also
 * merged: the same `referenceId` and content, and the other copy in an open conversation.
 */
const repeatsIn = async (
  tx: Transaction,
  user: User,
  conversationIds: readonly string[],
): Promise<Message[]> => {
  const repeats: Message[] = [];
  for (const message of await tx.repeatsOf(user.id, conversationIds)) {
    for (const copy of await tx.messagesByReference(user.id, message.referenceId ?? '')) {
      if (conversationIds.includes(copy.conversationId) || !isOfMessenger(copy)) continue;
      const there = await tx.conversationById(copy.conversationId);
      if (there?.status === 'active' && isOfMessenger(message) && saysSame(copy, message))
        repeats.push(message);
    }
  }
  return repeats;
};

/** Deletes such repeats. Those in a conversation that somebody has answered stay. */
const dropRepeats = async (
  tx: Transaction,
  user: User,
  moved: readonly Conversation[],
): Promise<Conversation[]> => {
  const unanswered = moved.filter(({ firstAnsweredAt }) => firstAnsweredAt === null).map(({ id }) => id);
  const changed = new Map<string, Conversation>();
  for (const { id, conversationId } of await repeatsIn(tx, user, unanswered)) {
    const locked = await tx.lockConversation(conversationId);
    if (locked) await removeMessages(tx, locked.conversation, id);
    const after = await tx.conversationById(conversationId);
    if (after) changed.set(conversationId, after);
  }
  return moved.map((conversation) => changed.get(conversation.id) ?? conversation);
};

/** Whom agents merged into the anonymous visitor follows them. Like every person, they are blocked together. */
const bringFollowers = async (tx: Transaction, user: User, former: User): Promise<void> => {
  const followers = await tx.mergedInto(former.id);
  if (followers.length === 0) return;
  await blockTogether(tx, [user, ...(await tx.mergedInto(user.id)), ...followers]);
  for (const { id } of followers) await tx.updateUser(id, { mergedInto: user.id });
};

/** Merges an anonymous visitor into the user. A visitor with an external id is never merged. */
const takeIn = async (tx: Transaction, user: User, former: User | undefined): Promise<Merged> => {
  if (!former || former.externalId !== null) return { user, moved: [], ended: [] };
  const all = await tx.moveConversations(former.id, user.id);
  const moved = await dropRepeats(tx, user, all);
  await bringFollowers(tx, user, former);
  const ended = await tx.deleteSessions(former.id);
  await tx.deleteUser(former.id);
  const merged: User = {
    ...user,
    locale: user.locale ?? former.locale,
    conversationStarted: user.conversationStarted || former.conversationStarted,
    properties: addWithin(user.properties, former.properties),
    corrections: { ...former.corrections, ...user.corrections },
    clients: [...user.clients, ...former.clients.filter((c) => !user.clients.some((own) => own.id === c.id))],
  };
  return { user: merged, moved, ended, former };
};

const tell = async (
  deps: Deps,
  tx: DeskTransaction,
  { user, moved, ended, former }: Merged,
): Promise<void> => {
  tx.publisher.endSubscriptions(ended);
  for (const conversation of moved) {
    if (former) {
      const { displayName } = nameOfVisitor(former, conversation.displayName);
      const change = newChange(deps, conversation.id, { what: 'merged', assignee: displayName }, deps.now());
      await storeChange(deps, tx, change);
    }
    tx.publisher.toVisitor(user.id, {
      type: 'conversation:added',
      conversation: conversationEventView(conversation, deps.store.logId),
    });
    const row = await tx.inboxRow(conversation.id);
    // Agents see it if it has messages, or had some until now.
    if (row && row.conversation.lastReceived > 0)
      tx.publisher.toAgents({ type: 'conversation:updated', conversation: inboxView(row) });
  }
};

/**
 * Finds or creates the user of an external id. If the browser also proves that it was an anonymous visitor, that
 * visitor is merged into this user: their conversations move, their sessions end and their user record is deleted. A
 * repeated login, an expired former session or that of another logged-in user merges no visitor.
 */
export const loginWithClaims = async (
  deps: Deps,
  claims: Claims,
  input: { former?: FormerVisitor; client?: Json; locale?: string },
): Promise<User> => {
  const former = input.former && (await authenticate(deps, input.former, ['session']));
  const logIn = (alone: boolean) =>
    deps.store.transaction(async (tx) => {
      // Like an agent's merge, which locks them all: see `lockPeople`.
      if (alone) await tx.lockDesk();
      const found = await findOrCreate(deps, tx, claims);
      const locked = await lockBoth(tx, found.id, former?.user.id);
      if (!alone && locked.former && (await tx.mergedInto(locked.former.id)).length > 0) return undefined;
      const taken = await takeIn(tx, locked.user, locked.former);
      const { user } = taken;
      const change = {
        profile: profileOf(claims, user, taken.former),
        locale: input.locale ?? user.locale,
        conversationStarted: user.conversationStarted,
        properties: user.properties,
        corrections: user.corrections,
        clients: withClient(user.clients, input.client, deps.now()),
      };
      await tx.updateUser(user.id, change);
      const merged = { ...user, ...change };
      await tell(deps, tx, { ...taken, user: merged });
      return merged;
    });
  return (await logIn(false)) ?? ((await logIn(true)) as User);
};
