import { createHmac } from 'node:crypto';
import type { Deps } from './deps';
import type { ConversationRow, User } from './entities';
import { hashToken, sameSecret } from './tokens';

/** What a link opens, and until when (ms). */
export type LinkTarget = { conversationId: string; userId: string; expiresAt: number };

/** How long the session of a link lasts at most; the link gives another one until it is old. */
const SESSION_MS = 86_400_000;
const DAY_MS = 86_400_000;
const LONGEST = 1000;

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', `porch e-mail links ${secret}`).update(text).digest('base64url');

/** @param secret of the desk; with another one, no earlier link opens anything */
export const signLink = (secret: string, { conversationId, userId, expiresAt }: LinkTarget): string => {
  const text = Buffer.from(JSON.stringify([conversationId, userId, expiresAt])).toString('base64url');
  return `${text}.${signatureOf(secret, text)}`;
};

/** What the token of a link opens; `undefined` when it is forged or old. */
const readLink = (secret: string, token: string, now: number): LinkTarget | undefined => {
  const [text = '', signature = '', ...rest] = token.length > LONGEST ? [] : token.split('.');
  if (rest.length > 0 || !sameSecret(signature, signatureOf(secret, text))) return undefined;
  const [conversationId, userId, expiresAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    string,
    string,
    number,
  ];
  return expiresAt > now ? { conversationId, userId, expiresAt } : undefined;
};

/** The address on the publisher's page. Fragments are not sent to servers, so no log of theirs has the token. */
export const linkAddress = (
  deps: Pick<Deps, 'now'>,
  secret: string,
  { page, linkDays }: { page: string; linkDays: number },
  target: Omit<LinkTarget, 'expiresAt'>,
): { url: string; expiresAt: number } => {
  const expiresAt = deps.now() + linkDays * DAY_MS;
  const url = new URL(page);
  url.hash = `porch-open=${signLink(secret, { ...target, expiresAt })}`;
  return { url: url.href, expiresAt };
};

/** Whether the visitor has conversations besides this one. */
export const hasOthers = async (
  { store }: Pick<Deps, 'store'>,
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

/**
 * Opens a link. A browser of another visitor, or of no visitor, gets a session for this conversation alone. A
 * visitor who logs in gets none: the login of the publisher's page proves who they are.
 * @param asUser the browser's visitor, if it has one
 * @returns `undefined` when the link is forged or old, or the conversation is gone or another user's
 */
export const openLink = async (
  deps: Deps,
  secret: string,
  token: string,
  asUser: string | undefined,
): Promise<{ user: User; conversationId: string; sessionToken?: string } | undefined> => {
  const target = readLink(secret, token, deps.now());
  if (!target) return undefined;
  const { conversationId, userId, expiresAt } = target;
  const [user, conversation] = await Promise.all([
    deps.store.userById(userId),
    deps.store.conversationById(conversationId),
  ]);
  if (!user || conversation?.userId !== userId) return undefined;
  if (asUser === userId || user.externalId !== null) return { user, conversationId };
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
      expiresAt: Math.min(expiresAt, now + SESSION_MS),
    });
  });
  return { user, conversationId, sessionToken };
};
