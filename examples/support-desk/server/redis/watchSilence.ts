import { every } from '@porch/messenger/platform/timer';
import type { Redis } from 'ioredis';
import type { Clock } from '../process/clock';

const TURN_MS = 100;

/** The watched part of a connection. */
type Watched = Pick<Redis, 'stream' | 'commandQueue'>;

/**
 * Gives up a connection when a call stays unanswered for too long. It counts turns of the event loop, each of which
 * reads what has arrived, so that a pause of the process is not mistaken for silence of Redis.
 * @returns a function that stops it
 */
export const watchSilence = (client: Watched, after: Clock['after'], silentMs: number): (() => void) => {
  let read: number | undefined;
  let turns = 0;
  return every(after, TURN_MS, () => {
    const { stream, commandQueue } = client;
    const before = read;
    read = stream?.bytesRead;
    turns = commandQueue.length === 0 || read !== before ? 0 : turns + 1;
    if (turns * TURN_MS <= silentMs) return;
    turns = 0;
    stream.destroy(Object.assign(new Error('Redis does not answer'), { code: 'ETIMEDOUT' }));
  });
};
