import type { Chunks } from '../../../src/delivery/chunks';
import * as identity from '../../../src/delivery/identity/identity';
import * as refusals from '../../../src/delivery/identity/refusals';
import * as otherTabs from '../../../src/delivery/otherTabs';
import * as arrivals from '../../../src/delivery/receiving/arrivals';
import * as history from '../../../src/delivery/receiving/history';
import { startRealtime } from '../../../src/delivery/receiving/startRealtime';
import * as sending from '../../../src/delivery/sending/sendQueue';
import * as several from '../../../src/delivery/several';
import type { createFayeClient } from '../../../src/services/fayeClient';

/** The engine's lazy chunks, there at once: loading takes real time, and a schedule has only its own. */
export const chunksAtOnce = (createClient: typeof createFayeClient): Chunks => ({
  identity: async () => identity,
  refusals: async () => refusals,
  sending: async () => sending,
  history: async () => history,
  realtime: async () => ({ goLive: (deps) => startRealtime({ ...deps, createClient }) }),
  otherTabs: async () => otherTabs,
  several: async () => several,
  arrivals: async () => arrivals,
});
