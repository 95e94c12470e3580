/** What the lazy realtime chunk gives. */
export { createFayeClient } from '../services/fayeClient';
export { createRealtime } from '../services/realtime';
export { createEventApplier } from './applyRealtimeEvent';
export { catchUp, resync } from './catchUp';
export { createConnectionKeeper } from './stayConnected';
export { createArrivalTaker } from './takeArrivals';
