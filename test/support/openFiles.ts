import { createClock } from '../../examples/support-desk/server/process/clock';
import { createDisk } from '../../examples/support-desk/server/uploads/disk';
import { createDiskUploads as createDiskUploadsOn } from '../../examples/support-desk/server/uploads/diskUploads';
import { openShelf as openShelfOn } from '../../examples/support-desk/server/uploads/openShelf';
import { openUploads as openUploadsOn } from '../../examples/support-desk/server/uploads/openUploads';
import type { S3Place } from '../../examples/support-desk/server/uploads/s3Place';
import type { ShelfName } from '../../examples/support-desk/server/uploads/shelf';

const clock = createClock();
const disk = createDisk(clock);

export const createDiskUploads = (folder: string) => createDiskUploadsOn(folder, disk);

/** Opens the storage of a desk's files, with a patience of real time. */
export const openUploads = (folder: string, s3?: S3Place) => openUploadsOn(folder, s3, disk, clock.after);

export const openShelf = (folder: string, s3?: S3Place, name: ShelfName = 'builds') =>
  openShelfOn(folder, s3, name, disk);
