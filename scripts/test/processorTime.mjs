import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/**
 * @returns {number | undefined} the processor time, user and system, of this process and its ended children, in
 * seconds; undefined if the system does not report it
 */
export const processorTime = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The second field is the program's name, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    return undefined;
  }
};
