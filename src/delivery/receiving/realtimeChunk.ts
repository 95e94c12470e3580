/** The exports of the lazy realtime chunk. */
export { catchUp, resync } from './catchUp';
export { goLive } from './startRealtime';
