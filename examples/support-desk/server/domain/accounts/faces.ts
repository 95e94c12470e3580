import type { AgentRow } from '../../model/accountEntities';
import { mediaTypeOf } from '../../model/fileTypes';
import { uploadIdIn, uploadPath } from '../../model/uploadAddress';
import type { Store } from '../../store/store';
import { type FreeDeps, freeFiles } from '../files/freeFiles';
import { pictureExtension } from '../files/pictures';

/**
 * The path that an agent's row keeps for an uploaded face. The file's name is the agent's id, so that the address of an
 * earlier face, which messages keep, leads to the one of today.
 * @returns `undefined` for a type that is no face
 */
export const facePath = (id: string, agentId: string, mediaType: string): string | undefined => {
  const extension = pictureExtension(mediaType);
  return extension && uploadPath(id, `${agentId}.${extension}`);
};

/** A file to serve, or the path of the one that has taken its place. */
export type FoundFace = { id: string; fileName: string; mediaType: string } | { movedTo: string };

/** The uploaded face that this address is, or was, of. `undefined` once the agent has another picture or has left. */
export const findFace = async (
  store: Pick<Store, 'agentById'>,
  id: string,
  fileName: string,
): Promise<FoundFace | undefined> => {
  const path = (await store.agentById(fileName.replace(/\.\w+$/, '')))?.avatarUrl ?? '';
  const current = uploadIdIn(path);
  if (current === undefined) return undefined;
  const mediaType = mediaTypeOf(path);
  return current === id && mediaType ? { id, fileName, mediaType } : { movedTo: path };
};

/** Removes the file of a face that nobody has any more; a picture elsewhere is not the desk's. */
export const freeFace = async (deps: FreeDeps, { avatarUrl }: Pick<AgentRow, 'avatarUrl'>): Promise<void> => {
  const id = uploadIdIn(avatarUrl ?? '');
  if (id !== undefined) await freeFiles(deps, [id]);
};

/** The ids of the files that agents have as faces. */
export const faceIds = async (store: Pick<Store, 'agents'>): Promise<string[]> =>
  (await store.agents()).flatMap(({ avatarUrl }) => uploadIdIn(avatarUrl ?? '') ?? []);
