import type { Caller } from '../../model/caller';
import { note } from '../accounts/audit';
import { alertAgain } from '../conversations/waits';
import type { Deps, DeskTransaction } from '../deps';
import { allOf, lockPeople, shownFor } from './person';

/** Alerts the team to a visitor's open questions, as to new ones. */
const alertToAll = async (deps: Deps, tx: DeskTransaction, userId: string): Promise<void> => {
  for (const id of await tx.conversationIdsOf(userId)) {
    const locked = await tx.lockConversation(id);
    if (locked) await alertAgain(deps, tx, locked.conversation);
  }
};

/**
 * Blocks or unblocks a visitor, with all who were merged into them. A blocked visitor's messages are stored and acknowledged as usual, so that they notice
 * nothing and nothing is lost. But only the list of blocked visitors shows them, and no agent is alerted.
 * @throws not_found
 */
export const setBlocked = (deps: Deps, by: Caller, userId: string, blocked: boolean): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const [person] = await lockPeople(tx, [(await shownFor(tx, userId)).id]);
    const others = person ? allOf(person).filter((one) => (one.blockedAt !== null) !== blocked) : [];
    if (!person || others.length === 0) return;
    for (const { id } of others) await tx.updateUser(id, { blockedAt: blocked ? deps.now() : null });
    if (!blocked) for (const { id } of others) await alertToAll(deps, tx, id);
    const target = { kind: 'visitor' as const, id: person.user.id };
    await note(deps, tx, by, { action: blocked ? 'visitor-blocked' : 'visitor-unblocked', target });
    tx.publisher.toAgents({ type: 'visitor:blocked', appUserId: person.user.id, blocked });
  });
