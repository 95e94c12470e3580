import { isDeepStrictEqual } from 'node:util';
import { DeskError } from '../../model/deskError';
import type { NamedFile, SavedReply } from '../../model/settingsEntities';
import type { Reads } from '../../store/reads';
import type { Deps } from '../deps';
import { seconds } from '../views';

const MAX_SAVED_REPLIES = 200;

type Input = Pick<SavedReply, 'shortcut' | 'text' | 'author'> & { id?: string } & Partial<
    Pick<SavedReply, 'folder' | 'acts'>
  > & { files?: readonly string[] };

/** Refuses a change of a reply that somebody has changed since it was read. */
const checkRead = (known: SavedReply, next: SavedReply, read: number): void => {
  const contentOf = ({ author: _, savedAt: __, ...content }: SavedReply) => content;
  // The answer to the first attempt may have been lost.
  const isDone = isDeepStrictEqual(contentOf(known), contentOf(next));
  if (seconds(known.savedAt) !== read && !isDone)
    throw new DeskError('conflict', `${known.author} has changed this reply in the meantime`);
};

/** The files with these ids, as the reply names them. @throws bad_request if one is not there */
const filesOf = async (
  store: Pick<Reads, 'pictureById'>,
  ids: readonly string[],
  known: readonly NamedFile[],
): Promise<NamedFile[]> =>
  Promise.all(
    ids.map(async (id) => {
      const file = await store.pictureById(id);
      // The reply may keep naming one that is no longer there.
      const named = known.find((one) => one.id === id);
      if (file?.fileName == null && !named) throw new DeskError('bad_request', 'A file is no longer there');
      if (file?.fileName == null || file.size === null) return named as NamedFile;
      const { fileName, mediaType, size } = file;
      return { id, fileName, mediaType, size };
    }),
  );

/**
 * Stores a new reply, or changes the one with this id, and notifies all agents. A change keeps what `input` leaves out.
 * @param read when the version that the agent read was saved, in float seconds
 * @throws not_found if the reply to change is gone; conflict if another reply has the shortcut, or if somebody has
 * changed it since `read`; bad_request if there are already 200 replies, or a file is not there
 */
export const saveReply = (
  deps: Deps,
  { id, files, ...input }: Input,
  read: number | undefined,
): Promise<SavedReply> =>
  deps.store.transaction(async (tx) => {
    // The lock keeps two agents from taking the same shortcut at once, and files from being forgotten.
    await tx.lockDesk();
    const all = await tx.savedReplies();
    const known = all.find((one) => one.id === id);
    if (id !== undefined && !known) throw new DeskError('not_found', 'This saved reply was deleted');
    const reply: SavedReply = {
      id: id ?? deps.newId(),
      shortcut: input.shortcut,
      text: input.text,
      folder: input.folder ?? known?.folder ?? '',
      acts: input.acts ?? known?.acts ?? [],
      files: files ? await filesOf(tx, files, known?.files ?? []) : (known?.files ?? []),
      author: input.author,
      savedAt: Math.max(deps.now(), (known?.savedAt ?? 0) + 1),
    };
    if (known && read !== undefined) checkRead(known, reply, read);
    if (all.some((one) => one.shortcut === reply.shortcut && one.id !== id))
      throw new DeskError('conflict', `Another saved reply has the shortcut /${reply.shortcut}`);
    if (id === undefined && all.length >= MAX_SAVED_REPLIES)
      throw new DeskError('bad_request', `There may be at most ${MAX_SAVED_REPLIES} saved replies`);
    await tx.putSavedReply(reply);
    tx.publisher.toAgents({ type: 'saved-replies' });
    return reply;
  });

/** Deletes a reply and notifies all agents. Deleting it again changes nothing. */
export const deleteReply = (deps: Deps, id: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    if (await tx.deleteSavedReply(id)) tx.publisher.toAgents({ type: 'saved-replies' });
  });
