import { codeOf } from './errorCode';
import { StartError } from './startError';
import { openUploads } from './uploads/openUploads';
import { s3Problem } from './uploads/s3Errors';
import type { S3Place } from './uploads/s3Place';
import { abandonedBefore, clearUnfinished } from './uploads/unfinished';
import type { Uploads } from './uploads/uploads';

/**
 * Opens the storage of uploaded files. A bucket that does not answer does not keep the desk from starting, because
 * messages work without it.
 * @throws StartError
 */
export const openFiles = async (
  folder: string,
  { s3, warn }: { s3?: S3Place; warn: (line: string) => void },
): Promise<Uploads> => {
  await clearUnfinished(folder, abandonedBefore(Date.now()));
  const uploads = await openUploads(folder, s3);
  if (s3)
    await uploads.check().catch((error: unknown) => {
      const problem = s3Problem(s3, error);
      if (problem) throw new StartError(problem);
      warn(
        `The bucket ${s3.bucket} does not answer (${codeOf(error)}). Until it does, the desk accepts no files`,
      );
    });
  return uploads;
};
