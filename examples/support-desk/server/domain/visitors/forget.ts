import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { VisitorAmounts } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { DESK, note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { NO_MESSAGE } from '../files/files';
import { type FreeDeps, freeFiles } from '../files/freeFiles';
import { plainAddress } from '../mail/replies';
import { removeMessages } from '../messages/removeMessages';
import { inboxView } from '../views';
import type { Calls } from '../voice/calls';
import { userTag } from './identity';
import { mentionsOf } from './mentions';

/** What deleting needs besides the store. */
export type ForgetDeps = Deps & FreeDeps & { calls: Pick<Calls, 'endOf'> };

/** What a transaction has deleted. Its files are to be freed after the commit. */
export type Gone = { userIds: string[]; conversationIds: string[]; fileIds: string[] };

export const noVisitor = (): DeskError => new DeskError('not_found', 'There is no such visitor');

/** Locks a user's conversations, so that no message comes into them before they are deleted. */
const lockConversations = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await tx.lockConversation(id);
};

const fileIdsOf = async (tx: Transaction, conversationIds: readonly string[]): Promise<string[]> =>
  (await tx.attachmentsOf(conversationIds)).map(({ id }) => id);

/** Ends the subscriptions of the deleted visitors, and tells the agents. */
const tell = ({ publisher }: DeskTransaction, userIds: string[], conversationIds: string[]): void => {
  publisher.endSubscriptions(userIds.map(userTag));
  if (conversationIds.length > 0) publisher.toAgents({ type: 'conversations:deleted', conversationIds });
};

/** Deletes a user in a transaction. @throws not_found */
const deleteIn = async (tx: DeskTransaction, userId: string): Promise<Gone> => {
  const user = await tx.lockUser(userId);
  if (!user) throw noVisitor();
  const conversationIds = await tx.conversationIdsOf(userId);
  await lockConversations(tx, conversationIds);
  const fileIds = await fileIdsOf(tx, conversationIds);
  await tx.deleteUser(userId);
  const { email } = user.profile;
  if (email) await tx.deleteRefusedMails({ sender: plainAddress(email) });
  await tx.deleteMentions(mentionsOf(user, conversationIds));
  tell(tx, [userId], conversationIds);
  return { userIds: [userId], conversationIds, fileIds };
};

/** Ends the calls of the deleted visitors, and frees the files. */
const settle = async (deps: ForgetDeps, { userIds, fileIds }: Gone): Promise<void> => {
  // A call that cannot be ended now ends with its visitor's page.
  for (const userId of userIds) await deps.calls.endOf(userId).catch(() => undefined);
  await freeFiles(deps, fileIds);
};

/** Waits for what is under way in these conversations, whose events come before the one of their deletion. */
const inTheirTurns = <T>({ inTurn }: Deps, ids: readonly string[], work: () => Promise<T>): Promise<T> =>
  // In one order, so that two deletions cannot wait for each other.
  ids.toSorted().reduceRight((next, id) => () => inTurn(id, next), work)();

/**
 * Deletes a visitor with everything that the desk has of them, at once. Their open pages have to subscribe again, are
 * refused, and begin as new visitors.
 * @returns how much was deleted
 * @throws not_found
 */
export const forgetVisitor = async (
  deps: ForgetDeps,
  userId: string,
  by: Caller,
): Promise<VisitorAmounts> => {
  const amounts = await deps.store.visitorAmounts(userId);
  // A page that names them may be counted in memory alone.
  await deps.figures.flush();
  const gone = await inTheirTurns(deps, await deps.store.conversationIdsOf(userId), () =>
    deps.store.transaction(async (tx) => {
      const deleted = await deleteIn(tx, userId);
      await note(deps, tx, by, { action: 'visitor-deleted', target: { kind: 'visitor', id: userId } });
      return deleted;
    }),
  );
  await settle(deps, gone);
  return amounts;
};

/**
 * Deletes those of the users who have never written and have not been seen since `before` (ms).
 * @returns how many
 */
export const forgetSilentUsers = async (
  deps: ForgetDeps,
  userIds: readonly string[],
  before: number,
): Promise<number> => {
  if ((await deps.store.silentUsers(userIds, before)).length === 0) return 0;
  const gone = await deps.store.transaction(async (tx) => {
    const found = await tx.silentUsers(userIds, before);
    for (const id of found) {
      await tx.lockUser(id);
      await lockConversations(tx, await tx.conversationIdsOf(id));
    }
    // Now that nobody else can change them: some may have written meanwhile.
    const silent = await tx.silentUsers(found, before);
    const all: Gone = { userIds: silent, conversationIds: [], fileIds: [] };
    for (const id of silent) {
      const conversationIds = await tx.conversationIdsOf(id);
      all.conversationIds.push(...conversationIds);
      all.fileIds.push(...(await fileIdsOf(tx, conversationIds)));
      await tx.deleteUser(id);
    }
    tell(tx, all.userIds, all.conversationIds);
    return all;
  });
  await settle(deps, gone);
  return gone.userIds.length;
};

/**
 * Deletes closed conversations that have not changed since `before` (ms), with their files.
 * @returns how many
 */
export const forgetClosed = async (deps: ForgetDeps, before: number, limit: number): Promise<number> => {
  const found = (await deps.store.closedBefore(before, limit)).map(({ id }) => id);
  const gone = await inTheirTurns(deps, found, () =>
    deps.store.transaction(async (tx): Promise<Gone> => {
      // In one order, so that two processes cannot wait for each other.
      await lockConversations(tx, found.toSorted());
      const old = await tx.closedBefore(before, limit, found);
      const conversationIds = old.map(({ id }) => id);
      const fileIds = await fileIdsOf(tx, conversationIds);
      await tx.deleteConversations(conversationIds);
      if (old.length > 0)
        await note(deps, tx, DESK, { action: 'conversations-expired', detail: String(old.length) });
      tell(tx, [], conversationIds);
      for (const { id, userId } of old) {
        tx.publisher.toVisitor(userId, { type: 'conversation:removed', conversation: { _id: id } });
      }
      return { userIds: [], conversationIds, fileIds };
    }),
  );
  await settle(deps, gone);
  return gone.conversationIds.length;
};

const noConversation = (): DeskError => new DeskError('not_found', 'There is no such conversation');

/** Deletes a conversation with its files, whatever its state. @throws not_found */
export const forgetConversation = async (
  deps: ForgetDeps,
  conversationId: string,
  by: Caller,
): Promise<void> => {
  const gone = await inTheirTurns(deps, [conversationId], () =>
    deps.store.transaction(async (tx): Promise<Gone> => {
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw noConversation();
      const fileIds = await fileIdsOf(tx, [conversationId]);
      await tx.deleteConversations([conversationId]);
      tell(tx, [], [conversationId]);
      const { userId } = locked.conversation;
      tx.publisher.toVisitor(userId, { type: 'conversation:removed', conversation: { _id: conversationId } });
      const target = { kind: 'conversation' as const, id: conversationId };
      await note(deps, tx, by, { action: 'conversation-deleted', target });
      return { userIds: [], conversationIds: [conversationId], fileIds };
    }),
  );
  await settle(deps, gone);
};

/**
 * Deletes messages of a conversation with their files. The visitor's open pages subscribe again, and then leave out what
 * is gone.
 * @param messageId only this one; all without it
 * @throws not_found
 */
export const forgetMessages = async (
  deps: ForgetDeps,
  { conversationId, messageId }: { conversationId: string; messageId?: string },
  by: Caller,
): Promise<void> => {
  const files = await deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw noConversation();
      const { conversation } = locked;
      const { messages, fileIds } = await removeMessages(tx, conversation, messageId);
      if (messageId !== undefined && messages === 0)
        throw new DeskError('not_found', 'There is no such message');
      const target = { kind: 'conversation' as const, id: conversationId };
      await note(deps, tx, by, { action: 'messages-deleted', target, detail: String(messages) });
      tx.publisher.endSubscriptions([userTag(conversation.userId)]);
      const row = await tx.inboxRow(conversationId);
      if (row) tx.publisher.toAgents({ type: 'conversation:updated', conversation: inboxView(row) });
      return fileIds;
    }),
  );
  await freeFiles(deps, files);
};

/** Deletes a file that no message uses. @throws not_found, conflict when a message uses it */
export const forgetFile = async (deps: ForgetDeps, id: string): Promise<void> => {
  await deps.store.transaction(async (tx) => {
    const file = await tx.attachmentById(id);
    // No message can use it meanwhile.
    const locked = file && (await tx.lockConversation(file.conversationId));
    const now = locked && (await tx.attachmentById(id));
    if (!now) throw new DeskError('not_found', 'There is no such file');
    if (now.messageId !== NO_MESSAGE)
      throw new DeskError('conflict', 'A message uses this file. Delete the message, and its file with it');
    await tx.deleteAttachment(id);
  });
  await freeFiles(deps, [id]);
};
