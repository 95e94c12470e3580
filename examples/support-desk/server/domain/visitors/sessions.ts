import type { Caller } from '../../model/caller';
import { DeskError, mergedByLogin } from '../../model/deskError';
import { hashToken } from '../../model/tokens';
import { note } from '../accounts/audit';
import type { Deps } from '../deps';
import type { Credential } from './identity';

/** The earlier of two times; `null` means never. */
const earlier = (a: number, b: number | null): number => (b === null ? a : Math.min(a, b));

/**
 * Issues a short-lived token that allows subscriptions only. It ends with the credential that requested it.
 * @param clientId the browser's
 */
export const issueWebsocketToken = async (
  deps: Deps,
  userId: string,
  by: Credential,
  clientId: string | undefined,
): Promise<string> => {
  const token = deps.newToken();
  const now = deps.now();
  const expiresAt = earlier(now + deps.settings().auth.websocketTokenSeconds * 1000, by.expiresAt);
  await deps.store.transaction(async (tx) => {
    // A login may have merged this visitor into another user since the credentials were checked.
    if (!(await tx.lockUser(userId))) throw mergedByLogin();
    await tx.deleteExpiredSessions(userId, now);
    await tx.insertSession({
      tokenHash: hashToken(token),
      userId,
      kind: 'websocket',
      conversationId: null,
      clientId: clientId ?? null,
      parentHash: by.hash,
      createdAt: now,
      usedAt: now,
      expiresAt,
    });
  });
  return token;
};

/**
 * Ends the sessions of one browser: its credential, the tokens issued with that credential, the credentials of that
 * client, and the subscriptions made with any of them. A JWT cannot be revoked and stays valid until its exp. The
 * session of an email's link ends only itself.
 */
export const logout = async (
  deps: Deps,
  userId: string,
  by: Credential,
  clientId: string | undefined,
): Promise<void> => {
  const isLink = by.only !== undefined;
  await deps.store.transaction(async (tx) => {
    if (!isLink) await tx.updateUser(userId, { referenceId: null });
    const which = { tokenHash: by.hash, clientId: isLink ? undefined : clientId };
    tx.publisher.endSubscriptions([by.hash, ...(await tx.deleteSessions(userId, which))]);
  });
};

/**
 * Revokes every session and websocket token of a user.
 * @returns how many were revoked
 * @throws not_found if the user does not exist
 */
export const expireSessions = async (deps: Deps, userId: string, by: Caller): Promise<number> => {
  if (!(await deps.store.userById(userId))) throw new DeskError('not_found', 'There is no such user');
  return deps.store.transaction(async (tx) => {
    // Otherwise a repeat of the call that created the visitor would give a session again.
    await tx.updateUser(userId, { referenceId: null });
    const removed = await tx.deleteSessions(userId);
    tx.publisher.endSubscriptions(removed);
    await note(deps, tx, by, { action: 'visitor-sessions-ended', target: { kind: 'visitor', id: userId } });
    return removed.length;
  });
};
