/** What the lazy realtime chunk gives. */
export { catchUp, resync } from './catchUp';
export { goLive } from './goLive';
