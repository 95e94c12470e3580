import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { SavedReply } from './entities';

const MAX_SAVED_REPLIES = 200;

type Input = { id?: string; shortcut: string; text: string; author: string };

/**
 * Stores a new reply, or changes the one with this id, and tells all agents.
 * @throws not_found when the reply to change is gone; conflict when another reply has the shortcut; bad_request
 * when there are 200 replies already
 */
export const saveReply = async (deps: Deps, { id, ...input }: Input): Promise<SavedReply> => {
  const reply = { id: id ?? deps.newId(), ...input, savedAt: deps.now() };
  await deps.store.transaction(async (tx) => {
    // The lock keeps two agents from taking the same shortcut at once.
    await tx.lockDesk();
    const all = await tx.savedReplies();
    if (id !== undefined && !all.some((known) => known.id === id))
      throw new DeskError('not_found', 'This saved reply was deleted');
    if (all.some((known) => known.shortcut === reply.shortcut && known.id !== id))
      throw new DeskError('conflict', `Another saved reply has the shortcut /${reply.shortcut}`);
    if (id === undefined && all.length >= MAX_SAVED_REPLIES)
      throw new DeskError('bad_request', `There may be at most ${MAX_SAVED_REPLIES} saved replies`);
    await tx.putSavedReply(reply);
    tx.publisher.toAgents({ type: 'saved-replies' });
  });
  return reply;
};

/** Deletes a reply and tells all agents. Deleting it again changes nothing. */
export const deleteReply = (deps: Deps, id: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    if (await tx.deleteSavedReply(id)) tx.publisher.toAgents({ type: 'saved-replies' });
  });
