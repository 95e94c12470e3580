import { codeOf } from '../../process/errorCode';
import type { Log } from '../../process/log';
import { type Uploads, UploadsAway } from '../../uploads/uploads';
import type { UploadRoom } from './uploadRoom';

/** What removing stored files needs. */
export type FreeDeps = {
  uploads: Pick<Uploads, 'remove'>;
  room: Pick<UploadRoom, 'recount'>;
  log: Pick<Log, 'warn'>;
};

/** Removes files from the storage. The regular upkeep removes later what cannot be removed now. */
export const freeFiles = async ({ uploads, room, log }: FreeDeps, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    try {
      await uploads.remove(id);
    } catch (error) {
      log.warn({ code: codeOf(error) }, 'a deleted file is still stored');
      // It would refuse the others too, each after some seconds.
      if (error instanceof UploadsAway) break;
    }
  }
  if (ids.length > 0) room.recount();
};
