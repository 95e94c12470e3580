import type { Disk } from './disk';
import { createDiskShelf } from './diskShelf';
import type { S3Place } from './s3Place';
import type { Shelf, ShelfName } from './shelf';

/** @param folder the folder of uploads */
export const openShelf = async (
  folder: string,
  s3: S3Place | undefined,
  name: ShelfName,
  disk: Disk,
): Promise<Shelf> => {
  if (!s3) return createDiskShelf(folder, name, disk);
  const { createS3Shelf } = await import('./s3Shelf');
  return createS3Shelf(s3, name);
};
