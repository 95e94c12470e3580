import type { Clock } from '../process/clock';
import { codeOf } from '../process/errorCode';
import type { Log } from '../process/log';
import { StartError } from '../process/startError';
import { createDisk } from '../uploads/disk';
import { openShelf } from '../uploads/openShelf';
import { openUploads } from '../uploads/openUploads';
import { s3Problem } from '../uploads/s3Errors';
import type { S3Place } from '../uploads/s3Place';
import type { Shelf, ShelfName } from '../uploads/shelf';
import { abandonedBefore, clearUnfinished } from '../uploads/unfinished';
import type { Uploads } from '../uploads/uploads';

type Opening = { s3?: S3Place; warn: (line: string) => void; log: Pick<Log, 'warn'> };

/**
 * Opens the storage of uploaded files, and the shelves beside it. The desk starts even if a bucket does not answer,
 * because messages work without it.
 * @throws StartError
 */
export const openFiles = async (
  folder: string,
  clock: Clock,
  { s3, warn, log }: Opening,
): Promise<{ uploads: Uploads; shelf: Shelf; desks: Shelf }> => {
  const disk = createDisk(clock, () => log.warn('the folder of uploaded files does not answer'));
  await clearUnfinished(disk, folder, abandonedBefore(clock.now())).catch(() => undefined);
  const uploads = await openUploads(folder, s3, disk, clock.after);
  if (s3)
    await uploads.check().catch((error: unknown) => {
      const problem = s3Problem(s3, error);
      if (problem) throw new StartError(problem);
      warn(
        `The bucket ${s3.bucket} does not answer (${codeOf(error)}). Until it does, the desk accepts no files`,
      );
    });
  const shelfOf = (name: ShelfName) => openShelf(folder, s3, name, disk);
  return { uploads, shelf: await shelfOf('builds'), desks: await shelfOf('desks') };
};
