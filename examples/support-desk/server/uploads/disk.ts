import { type Clock, createClock } from '../clock';
import { createGate } from '../store/sql/gate';
import { UploadsAway } from './uploads';

/**
 * Runs an operation on the folder of uploads, and waits ten seconds for it.
 * @param undo is given what comes later
 * @throws UploadsAway if the folder does not answer; what the operation throws
 */
export type Disk = <T>(operation: () => Promise<T>, undo?: (late: T) => unknown) => Promise<T>;

type DiskOptions = {
  after?: Clock['after'];
  /** Called when an operation has not been answered, and none was before. */
  onSilent?: () => void;
};

/** Node has four threads for files, hashes and names. The rest of the desk has the others. */
const AT_ONCE = 2;
const ANSWER_MS = 10_000;

const away = (): UploadsAway => new UploadsAway('NO_ANSWER', undefined);

/**
 * Operations on a folder that may be on another machine: one that hangs there holds a thread until it is answered. At most two
 * run at once, and while both hang, others fail at once.
 */
export const createDisk = ({ after = createClock().after, onSilent }: DiskOptions = {}): Disk => {
  const gate = createGate(AT_ONCE);
  let silent = 0;

  const watched = async <T>(operation: () => Promise<T>): Promise<T> => {
    let isSilent = false;
    const cancel = after(ANSWER_MS, () => {
      isSilent = true;
      if (silent++ === 0) onSilent?.();
    });
    try {
      return await operation();
    } finally {
      cancel();
      if (isSilent) silent--;
    }
  };

  return (operation, undo) => {
    if (silent === AT_ONCE) return Promise.reject(away());
    const leaving = new AbortController();
    const running = gate.run(() => watched(operation), leaving.signal);
    return new Promise((resolve, reject) => {
      let isLate = false;
      const cancel = after(ANSWER_MS, () => {
        isLate = true;
        leaving.abort();
        reject(away());
      });
      running.then(
        (value) => {
          cancel();
          if (isLate) undo?.(value);
          else resolve(value);
        },
        (error: unknown) => {
          cancel();
          reject(error);
        },
      );
    });
  };
};
