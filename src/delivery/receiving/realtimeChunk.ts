/** The lazy realtime chunk, which loads with the first conversation. */

import { createFayeClient } from '../../services/fayeClient';
import { type LiveDeps, startRealtime } from './startRealtime';

export const goLive = (deps: LiveDeps) => startRealtime({ ...deps, createClient: createFayeClient });
