import { createHmac } from 'node:crypto';
import type { Caller } from '../../model/caller';
import type { ConversationRow, User } from '../../model/entities';
import { hashToken, sameSecret } from '../../model/tokens';
import type { Store } from '../../store/store';
import { note } from '../accounts/audit';
import type { Deps } from '../deps';
import { noteEmailUsed } from './emailOffer';

/** What a link opens, and its first and last time (ms). `sentTo` is a hash of the receiver's address. */
type LinkTarget = {
  conversationId: string;
  userId: string;
  expiresAt: number;
  signedAt: number;
  sentTo?: string;
};

/** How long the session of a link lasts at most. The link gives another one until it expires. */
const SESSION_MS = 86_400_000;
const DAY_MS = 86_400_000;
const LONGEST = 1000;

const signatureOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

export const signLink = (
  key: string,
  { conversationId, userId, expiresAt, signedAt, sentTo }: LinkTarget,
): string => {
  const parts = [conversationId, userId, expiresAt, signedAt, ...(sentTo === undefined ? [] : [sentTo])];
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
  return `${text}.${signatureOf(key, text)}`;
};

/** What the token of a link opens; `undefined` if it is forged, expired or ended by the operator. */
const readLink = async (
  { store, settings, now }: Pick<Deps, 'store' | 'settings' | 'now'>,
  token: string,
): Promise<LinkTarget | undefined> => {
  const [text = '', signature = '', ...rest] = token.length > LONGEST ? [] : token.split('.');
  if (text === '' || rest.length > 0) return undefined;
  const keys = await store.linkKeys();
  if (!keys.some((key) => sameSecret(signature, signatureOf(key, text)))) return undefined;
  const [conversationId, userId, expiresAt, signedAt, sentTo] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  ) as [string, string, number, number, string?];
  const { linksSince } = settings().email;
  if (linksSince !== undefined && signedAt < Date.parse(linksSince)) return undefined;
  return expiresAt > now() ? { conversationId, userId, expiresAt, signedAt, sentTo } : undefined;
};

/** The hash of an address, for a link. */
const sentToOf = (email: string): string => hashToken(email).slice(0, 16);

/** The address on the publisher's page. Browsers do not send fragments to servers, so no server log has the token. */
export const linkAddress = async (
  deps: Pick<Deps, 'store' | 'now'>,
  { page, linkDays }: { page: string; linkDays: number },
  { email, ...target }: Pick<LinkTarget, 'conversationId' | 'userId'> & { email: string },
): Promise<{ url: string; expiresAt: number }> => {
  const signedAt = deps.now();
  const expiresAt = signedAt + linkDays * DAY_MS;
  const url = new URL(page);
  const [key = ''] = await deps.store.linkKeys();
  // A router that keeps its path in the hash reads the rest as a query.
  const own = url.hash || '#/';
  url.hash = `${own}${own.includes('?') ? '&' : '?'}porch-open=${signLink(key, { ...target, expiresAt, signedAt, sentTo: sentToOf(email) })}`;
  return { url: url.href, expiresAt };
};

/**
 * Signs links with a new secret. Links of the previous secret work until they expire; those of earlier ones no longer
 * do.
 */
export const rotateLinkKey = (deps: Pick<Deps, 'store' | 'newToken' | 'now'>, by: Caller): Promise<void> =>
  deps.store.transaction(async (tx) => {
    // The lock keeps two simultaneous calls from reading the same secret.
    await tx.lockDesk();
    await tx.rotateLinkKey(deps.newToken());
    await note(deps, tx, by, { action: 'email-links-ended' });
  });

/** Whether the visitor has other conversations. */
export const hasOthers = async (
  { store }: { store: Pick<Store, 'conversationsOfUser'> },
  userId: string,
  conversationId: string,
): Promise<boolean> => {
  const rows = await store.conversationsOfUser(userId, { offset: 0, limit: 2 });
  return rows.some((row) => row.conversation.id !== conversationId);
};

/** This one conversation as a list. */
export const rowsOf = async (
  { store }: Pick<Deps, 'store'>,
  conversationId: string,
): Promise<ConversationRow[]> => {
  const row = await store.inboxRow(conversationId);
  return row ? [row] : [];
};

/** A masked address that its owner recognizes: `a•••@shop.example`. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');

/**
 * The result of opening a link. Without a session token, the browser already belongs to the visitor, or must be asked
 * first.
 */
type OpenedLink = {
  user: User;
  conversationId: string;
  /** The visitor of the conversation, for the question to the browser's owner. Only if a session is possible. */
  asks?: string;
  sessionToken?: string;
};

/**
 * Opens a link. The browser of another visitor, or of none, gets a session for this conversation alone, once its owner
 * has agreed. A visitor with a login gets none: the publisher's page must log them in.
 * @param link.asUser the browser's visitor, if it has one
 * @param link.agreed whether the browser's owner wants to continue that conversation
 * @returns `undefined` if the link is forged, expired or ended, or the conversation is gone or another user's
 */
export const openLink = async (
  deps: Deps,
  { token, asUser, agreed }: { token: string; asUser?: string; agreed?: boolean },
): Promise<OpenedLink | undefined> => {
  const target = await readLink(deps, token);
  if (!target) return undefined;
  const { conversationId, userId, expiresAt, sentTo } = target;
  const [user, conversation] = await Promise.all([
    deps.store.userById(userId),
    deps.store.conversationById(conversationId),
  ]);
  if (!user || conversation?.userId !== userId) return undefined;
  const { email = '' } = user.profile;
  if ((asUser === userId || agreed) && sentTo === sentToOf(email)) await noteEmailUsed(deps, user);
  if (asUser === userId || user.externalId !== null) return { user, conversationId };
  if (!agreed) return { user, conversationId, asks: masked(email) };
  const sessionToken = deps.newToken();
  const now = deps.now();
  await deps.store.transaction(async (tx) => {
    await tx.deleteExpiredSessions(userId, now);
    await tx.insertSession({
      tokenHash: hashToken(sessionToken),
      userId,
      kind: 'link',
      conversationId,
      clientId: null,
      parentHash: null,
      createdAt: now,
      usedAt: now,
      expiresAt: Math.min(expiresAt, now + SESSION_MS),
    });
  });
  return { user, conversationId, sessionToken };
};
