import type { Caller } from '../../model/caller';
import { note } from '../accounts/audit';
import type { Deps } from '../deps';
import { noVisitor } from './forget';

/**
 * Blocks a visitor, or ends that. What a blocked visitor writes is stored and answered as ever, so that they notice nothing
 * and nothing is lost; but no list except that of blocked visitors shows it, and no agent is alerted.
 * @throws not_found
 */
export const setBlocked = (deps: Deps, by: Caller, userId: string, blocked: boolean): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    if (!user) throw noVisitor();
    if ((user.blockedAt !== null) === blocked) return;
    await tx.updateUser(userId, { blockedAt: blocked ? deps.now() : null });
    const target = { kind: 'visitor' as const, id: userId };
    await note(deps, tx, by, { action: blocked ? 'visitor-blocked' : 'visitor-unblocked', target });
    tx.publisher.toAgents({ type: 'visitor:blocked', appUserId: userId, blocked });
  });
