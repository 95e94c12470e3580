import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import { DESK, note } from '../accounts/audit';
import { NO_MESSAGE } from '../files/files';
import { freeFiles } from '../files/freeFiles';
import { inboxView } from '../inboxViews';
import { removeMessages } from '../messages/removeMessages';
import {
  type ForgetDeps,
  fileIdsOf,
  type Gone,
  inTheirTurns,
  lockConversations,
  settle,
  tell,
} from './forget';
import { userTag } from './identity';

/**
 * Deletes closed conversations that have not changed since `before` (ms), with their files.
 * @returns how many
 */
export const forgetClosed = async (deps: ForgetDeps, before: number, limit: number): Promise<number> => {
  const found = (await deps.store.closedBefore(before, limit)).map(({ id }) => id);
  const gone = await inTheirTurns(deps, found, () =>
    deps.store.transaction(async (tx): Promise<Gone> => {
      // In a fixed order, so that two processes cannot deadlock.
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

/** Deletes a conversation and its files, in any state. @throws not_found */
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
 * Deletes messages of a conversation with their files. The visitor's open pages subscribe again, and then leave out the
 * deleted ones.
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

/** Deletes a file that no message uses. @throws not_found, conflict if a message uses it */
export const forgetFile = async (deps: ForgetDeps, id: string): Promise<void> => {
  await deps.store.transaction(async (tx) => {
    const file = await tx.attachmentById(id);
    // The lock keeps messages from using it until it is deleted.
    const locked = file && (await tx.lockConversation(file.conversationId));
    const now = locked && (await tx.attachmentById(id));
    if (!now) throw new DeskError('not_found', 'There is no such file');
    if (now.messageId !== NO_MESSAGE)
      throw new DeskError('conflict', 'A message uses this file. Delete the message, and its file with it');
    await tx.deleteAttachment(id);
  });
  await freeFiles(deps, [id]);
};
