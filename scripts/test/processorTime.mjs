import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second. */
const TICKS = 100;

/**
 * @returns {number | undefined} the processor time of this process and of all its children that have ended, user and
 * system, in seconds; undefined where the system does not say
 */
export const processorTime = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program comes second, and may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    return undefined;
  }
};
