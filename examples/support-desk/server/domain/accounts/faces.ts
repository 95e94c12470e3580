import type { AgentRow } from '../../model/accountEntities';
import { mediaTypeOf } from '../../model/fileTypes';
import { uploadIdIn, uploadPath } from '../../model/uploadAddress';
import type { Store } from '../../store/store';
import { type FreeDeps, freeFiles } from '../files/freeFiles';
import { pictureExtension } from '../files/pictures';

/**
 * The path of an uploaded face in an agent's row. The file's name is the agent's id, so that the address of an earlier
 * face, which messages keep, redirects to the current one.
 * @returns `undefined` for an unsupported type
 */
export const facePath = (id: string, agentId: string, mediaType: string): string | undefined => {
  const extension = pictureExtension(mediaType);
  return extension && uploadPath(id, `${agentId}.${extension}`);
};

/** A file to serve, or the path of the file that has replaced it. */
type FoundFace = { id: string; fileName: string; mediaType: string } | { movedTo: string };

/** The uploaded face for a current or earlier address. `undefined` once the agent has another picture or was removed. */
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

/** Removes the file of an unused face; a picture elsewhere is not the desk's. */
export const freeFace = async (deps: FreeDeps, { avatarUrl }: Pick<AgentRow, 'avatarUrl'>): Promise<void> => {
  const id = uploadIdIn(avatarUrl ?? '');
  if (id !== undefined) await freeFiles(deps, [id]);
};

/** The ids of the files of agents' faces. */
export const faceIds = async (store: Pick<Store, 'agents'>): Promise<string[]> =>
  (await store.agents()).flatMap(({ avatarUrl }) => uploadIdIn(avatarUrl ?? '') ?? []);
