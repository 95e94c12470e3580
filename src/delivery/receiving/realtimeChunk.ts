/** The exports of the lazy realtime chunk, which loads with the first conversation. */

import { createFayeClient } from '../../services/fayeClient';
import { type LiveDeps, startRealtime } from './startRealtime';

export { catchUp, resync } from './catchUp';

export const goLive = (deps: LiveDeps) => startRealtime({ ...deps, createClient: createFayeClient });
