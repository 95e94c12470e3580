import type { Clock } from '../process/clock';
import { createGate } from '../store/sql/gate';
import { UploadsAway } from './uploads';

export type Disk = {
  /**
   * Runs an operation on the folder of uploads once there is room, and waits ten seconds for its result.
   * @param undo gets a result that arrives later
   * @throws UploadsAway if the folder does not answer; what the operation throws
   */
  <T>(operation: () => Promise<T>, undo?: (late: T) => unknown): Promise<T>;
  /**
   * Closes a file once there is room, however long that takes, without a caller that waits. Node would close a
   * forgotten one on its main thread.
   */
  close(file: { close(): Promise<unknown> }): void;
};

/** Node has four threads for files, hashes and names. The rest of the desk gets the others. */
const AT_ONCE = 2;
const ANSWER_MS = 10_000;

const away = (): UploadsAway => new UploadsAway('NO_ANSWER', undefined);

/**
 * Operations on a folder that may be on another machine: one that hangs there blocks a thread until it is answered. At
 * most two run at once; while both hang, all others fail.
 * @param onSilent called when an operation gets no answer, if all earlier ones did
 */
export const createDisk = (clock: Clock, onSilent?: () => void): Disk => {
  const gate = createGate(AT_ONCE, clock);
  /** How many have not been answered in time. */
  let silent = 0;
  const waiting = new Set<AbortController>();
  const refuseWaiting = (): void => {
    for (const one of waiting) one.abort(away());
    waiting.clear();
  };

  const watched = async <T>(operation: () => Promise<T>, onLate?: () => void): Promise<T> => {
    let isLate = false;
    const cancel = clock.after(ANSWER_MS, () => {
      isLate = true;
      if (silent++ === 0) onSilent?.();
      if (silent === AT_ONCE) refuseWaiting();
      onLate?.();
    });
    try {
      return await operation();
    } finally {
      cancel();
      if (isLate) silent--;
    }
  };

  const run = async <T>(operation: () => Promise<T>, undo?: (late: T) => unknown): Promise<T> => {
    if (silent === AT_ONCE) throw away();
    const turn = new AbortController();
    waiting.add(turn);
    return new Promise((resolve, reject) => {
      const begin = async (): Promise<void> => {
        waiting.delete(turn);
        let isLate = false;
        const value = await watched(operation, () => {
          isLate = true;
          reject(away());
        });
        if (isLate) undo?.(value);
        else resolve(value);
      };
      gate.run(begin, turn.signal).catch(reject);
    });
  };
  const close: Disk['close'] = (file) => {
    gate.run(() => watched(() => file.close())).catch(() => undefined);
  };
  return Object.assign(run, { close });
};
