import { DeskError } from '../../model/deskError';
import type { SavedReply } from '../../model/settingsEntities';
import type { Deps } from '../deps';
import { seconds } from '../views';

const MAX_SAVED_REPLIES = 200;

type Input = { id?: string; shortcut: string; text: string; author: string };

/** Refuses a change of a reply that somebody has changed since it was read. */
const checkRead = (known: SavedReply, { shortcut, text }: Input, read: number): void => {
  // The answer to the first attempt may have been lost.
  const isDone = known.shortcut === shortcut && known.text === text;
  if (seconds(known.savedAt) !== read && !isDone)
    throw new DeskError('conflict', `${known.author} has changed this reply in the meantime`);
};

/**
 * Stores a new reply, or changes the one with this id, and notifies all agents.
 * @param read when the version that the agent read was saved, in float seconds
 * @throws not_found if the reply to change is gone; conflict if another reply has the shortcut, or if somebody has
 * changed it since `read`; bad_request if there are already 200 replies
 */
export const saveReply = async (
  deps: Deps,
  { id, ...input }: Input,
  read: number | undefined,
): Promise<SavedReply> => {
  const reply = { id: id ?? deps.newId(), ...input, savedAt: deps.now() };
  await deps.store.transaction(async (tx) => {
    // The lock keeps two agents from taking the same shortcut at once.
    await tx.lockDesk();
    const all = await tx.savedReplies();
    const known = all.find((one) => one.id === id);
    if (id !== undefined && !known) throw new DeskError('not_found', 'This saved reply was deleted');
    if (known && read !== undefined) checkRead(known, input, read);
    if (known) reply.savedAt = Math.max(reply.savedAt, known.savedAt + 1);
    if (all.some((one) => one.shortcut === reply.shortcut && one.id !== id))
      throw new DeskError('conflict', `Another saved reply has the shortcut /${reply.shortcut}`);
    if (id === undefined && all.length >= MAX_SAVED_REPLIES)
      throw new DeskError('bad_request', `There may be at most ${MAX_SAVED_REPLIES} saved replies`);
    await tx.putSavedReply(reply);
    tx.publisher.toAgents({ type: 'saved-replies' });
  });
  return reply;
};

/** Deletes a reply and notifies all agents. Deleting it again changes nothing. */
export const deleteReply = (deps: Deps, id: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    if (await tx.deleteSavedReply(id)) tx.publisher.toAgents({ type: 'saved-replies' });
  });
