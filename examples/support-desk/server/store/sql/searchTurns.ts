import type { Clock } from '../../process/clock';
import { pause } from '../../process/waits';
import type { Reads } from '../reads';
import { createGate } from './gate';

/** The rest after a search, as a multiple of its duration. */
const REST = 3;

/**
 * Runs searches one after another, with a rest after each: the embedded engine does one thing at a time, and visitors
 * need most of it. A canceled search does not begin.
 */
export const createSearchTurns = (search: Reads['inbox'], clock: Clock): Reads['inbox'] => {
  const turns = createGate(1, clock);
  return (page, signal) =>
    new Promise((resolve, reject) => {
      const run = async (): Promise<void> => {
        const began = clock.elapsed();
        await search(page, signal).then(resolve, reject);
        await pause(clock.after, REST * (clock.elapsed() - began));
      };
      turns.run(run, signal).catch(reject);
    });
};
