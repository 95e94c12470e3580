import type { Chunks } from '../../../src/delivery/chunks';
import * as identity from '../../../src/delivery/identity/identity';
import * as refusals from '../../../src/delivery/identity/refusals';
import * as otherTabs from '../../../src/delivery/otherTabs';
import * as arrivals from '../../../src/delivery/receiving/arrivals';
import * as history from '../../../src/delivery/receiving/history';
import * as kept from '../../../src/delivery/receiving/kept';
import type * as realtime from '../../../src/delivery/receiving/realtimeChunk';
import { startRealtime } from '../../../src/delivery/receiving/startRealtime';
import * as sendQueue from '../../../src/delivery/sending/sendQueue';
import * as several from '../../../src/delivery/several';
import { createTimer } from '../../../src/platform/timer';
import type { createFayeClient } from '../../../src/services/fayeClient';
import * as http from '../../../src/services/http';

/** How long a live connection takes to begin, ms. */
const BEGUN_MS = 100;

/**
 * The engine's lazy chunks. They are there at once, as loading takes real time and a schedule has only its own, or fail.
 * @param arrives whether a file that is asked for now arrives
 */
export const chunksOver = (arrives: () => boolean, createClient: typeof createFayeClient): Chunks => {
  const over =
    <T>(chunk: T) =>
    async (): Promise<T> => {
      if (!arrives()) throw new Error('The file did not arrive');
      return chunk;
    };
  return {
    http: over(http),
    identity: over(identity),
    refusals: over(refusals),
    sendQueue: over(sendQueue),
    history: over(history),
    kept: over(kept),
    realtimeChunk: over({ goLive: (deps) => startRealtime({ ...deps, createClient }) } as typeof realtime),
    otherTabs: over(otherTabs),
    several: over(several),
    arrivals: over(arrivals),
  };
};

/** The chunk of a live connection that begins soon, and carries nothing. @param arrived when the chunk is there */
export const quietRealtime = (arrived: Promise<unknown>): Chunks['realtimeChunk'] => {
  const goLive: typeof realtime.goLive = ({ clock, onGap }) => {
    const begun = createTimer(clock);
    return { start: () => begun.set(BEGUN_MS, onGap), stop: begun.stop };
  };
  return async () => {
    await arrived;
    return { goLive };
  };
};
