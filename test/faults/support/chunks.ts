import type { Chunks } from '../../../src/delivery/chunks';
import * as identity from '../../../src/delivery/identity/identity';
import * as arrivals from '../../../src/delivery/receiving/arrivals';
import { catchUp, resync } from '../../../src/delivery/receiving/catchUp';
import { startRealtime } from '../../../src/delivery/receiving/startRealtime';
import * as several from '../../../src/delivery/several';
import type { createFayeClient } from '../../../src/services/fayeClient';

/** The engine's lazy chunks, there at once: loading takes real time, and a schedule has only its own. */
export const chunksAtOnce = (createClient: typeof createFayeClient): Chunks => ({
  identity: async () => identity,
  realtime: async () => ({
    catchUp,
    resync,
    goLive: (deps) => startRealtime({ ...deps, createClient }),
  }),
  several: async () => several,
  arrivals: async () => arrivals,
});
