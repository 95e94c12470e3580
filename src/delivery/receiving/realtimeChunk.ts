/** The lazy realtime chunk, which loads with the first conversation. */

import { createFayeClient } from '../../services/fayeClient';
import { type RealtimeDeps, startRealtime } from './startRealtime';

export const goLive = (deps: RealtimeDeps) => startRealtime({ ...deps, createClient: createFayeClient });
