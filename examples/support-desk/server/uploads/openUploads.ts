import type { Clock } from '../process/clock';
import type { Disk } from './disk';
import { createDiskUploads } from './diskUploads';
import type { S3Place } from './s3Place';
import type { Uploads } from './uploads';

/**
 * Opens the storage of uploaded files. The S3 client is loaded only if used.
 * @param folder the folder of uploads; with `s3`, it has only incomplete files
 */
export const openUploads = async (
  folder: string,
  s3: S3Place | undefined,
  disk: Disk,
  after: Clock['after'],
): Promise<Uploads> => {
  if (!s3) return createDiskUploads(folder, disk);
  const { createS3Uploads } = await import('./s3Uploads');
  return createS3Uploads(s3, folder, disk, after);
};
