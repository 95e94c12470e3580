import { backUp as backUpOn } from '../../examples/support-desk/server/backup/backup';
import { moveToServer as moveOn } from '../../examples/support-desk/server/backup/move';
import { restore as restoreOn } from '../../examples/support-desk/server/backup/restore';
import type { Place } from '../../examples/support-desk/server/backup/source';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { lockFolder as lockOn } from '../../examples/support-desk/server/process/folderLock';

const clock = createClock();

/** @param now in ms */
export const backUp = (place: Place, file: string, now: number) =>
  backUpOn(place, file, { ...clock, now: () => now });

export const restore = (place: Place, file: string, options?: { isCopy: boolean }) =>
  restoreOn(place, file, clock, options);

export const moveToServer = (dataDir: string, url: string) => moveOn(dataDir, url, clock);

export const lockFolder = (folder: string) => lockOn(folder, clock.after);
