import type { Caller } from '../../model/caller';
import type { User } from '../../model/entities';
import type { VisitorAmounts } from '../../model/visitorEntities';
import type { Transaction } from '../../store/store';
import { note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { type FreeDeps, freeFiles } from '../files/freeFiles';
import { plainAddress } from '../mail/replies';
import type { Calls } from '../voice/calls';
import { userTag } from './identity';
import { mentionsOf } from './mentions';
import { allOf, amountsOf, lockPeople, withMerged } from './person';

/** What deleting needs besides the store. */
export type ForgetDeps = Deps & FreeDeps & { calls: Pick<Calls, 'endOf'> };

/** What a transaction has deleted. Its files must be freed after the commit. */
export type Gone = { userIds: string[]; conversationIds: string[]; fileIds: string[] };

/** Locks a user's conversations, so that no message arrives before they are deleted. */
export const lockConversations = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await tx.lockConversation(id);
};

export const fileIdsOf = async (tx: Transaction, conversationIds: readonly string[]): Promise<string[]> =>
  (await tx.attachmentsOf(conversationIds)).map(({ id }) => id);

/** Ends the subscriptions of the deleted visitors, and notifies the agents. */
export const tell = ({ publisher }: DeskTransaction, userIds: string[], conversationIds: string[]): void => {
  publisher.endSubscriptions(userIds.map(userTag));
  if (conversationIds.length > 0) publisher.toAgents({ type: 'conversations:deleted', conversationIds });
};

/** Deletes users in a transaction, who are locked. */
const deleteIn = async (tx: DeskTransaction, users: readonly User[]): Promise<Gone> => {
  const gone: Gone = { userIds: users.map(({ id }) => id), conversationIds: [], fileIds: [] };
  for (const user of users) {
    const conversationIds = await tx.conversationIdsOf(user.id);
    await lockConversations(tx, conversationIds);
    gone.conversationIds.push(...conversationIds);
    gone.fileIds.push(...(await fileIdsOf(tx, conversationIds)));
    await tx.deleteUser(user.id);
    const { email } = user.profile;
    if (email) await tx.deleteRefusedMails({ sender: plainAddress(email) });
    await tx.deleteMentions(mentionsOf(user, conversationIds));
  }
  tell(tx, gone.userIds, gone.conversationIds);
  return gone;
};

/** Ends the calls of the deleted visitors, and frees the files. */
export const settle = async (deps: ForgetDeps, { userIds, fileIds }: Gone): Promise<void> => {
  // A call that cannot be ended now ends with its visitor's page.
  for (const userId of userIds) await deps.calls.endOf(userId).catch(() => undefined);
  await freeFiles(deps, fileIds);
};

/** Waits for pending changes of these conversations, whose events must precede that of their deletion. */
export const inTheirTurns = <T>(
  { inTurn }: Deps,
  ids: readonly string[],
  work: () => Promise<T>,
): Promise<T> =>
  // In a fixed order, so that two deletions cannot deadlock.
  ids.toSorted().reduceRight((next, id) => () => inTurn(id, next), work)();

/**
 * Deletes a visitor, those whom agents merged into them, and everything that the desk stores about them. Their open pages
 * must subscribe again, are refused, and start as new visitors.
 * @returns how much was deleted
 * @throws not_found
 */
export const forgetVisitor = async (
  deps: ForgetDeps,
  userId: string,
  by: Caller,
): Promise<VisitorAmounts> => {
  const person = await withMerged(deps.store, userId);
  const amounts = await amountsOf(deps.store, person);
  // A page that names them may be counted only in memory.
  await deps.figures.flush();
  const ids = await Promise.all(allOf(person).map(({ id }) => deps.store.conversationIdsOf(id)));
  const gone = await inTheirTurns(deps, ids.flat(), () =>
    deps.store.transaction(async (tx) => {
      const deleted = await deleteIn(tx, (await lockPeople(tx, [userId])).flatMap(allOf));
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
    // Read them now that they are locked: their visitor may have written since.
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
