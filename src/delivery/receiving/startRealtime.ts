import { createFayeClient } from '../../services/fayeClient';
import { createRealtime } from '../../services/realtime';
import type { Outbox } from '../sending/outbox';
import { createEventApplier } from './applyRealtimeEvent';
import type { ArrivalDeps } from './arrivals';
import type { LeaveDeps } from './leaveConversation';
import { createConnectionKeeper } from './stayConnected';
import { createArrivalTaker } from './takeArrivals';

type Deps = ArrivalDeps &
  LeaveDeps &
  Pick<Parameters<typeof createEventApplier>[0], 'messages' | 'conversations'> &
  Omit<Parameters<typeof createConnectionKeeper>[0], 'realtime' | 'onEvents'> & { outbox: Outbox };

/** The realtime connection and the handlers of its events; loaded with the first conversation. */
export const goLive = (deps: Deps) => {
  const { clock, report } = deps;
  const arrivals = createArrivalTaker(deps);
  const applier = createEventApplier({
    ...deps,
    connected: () => deps.connection.status.value === 'connected',
    onOwnMessage: deps.outbox.remove,
    onIncoming: arrivals.take,
    appUserId: () => deps.user.appUserId.value,
    onRemoved: (id) =>
      void import('../several')
        .then((chunk) => chunk.leaveConversation(deps, id))
        // If the chunk fails to load, a history sync finds the removal again and retries.
        .catch(deps.onGap),
  });
  const keeper = createConnectionKeeper({
    ...deps,
    realtime: createRealtime({ load: async () => ({ createFayeClient }), clock, report }),
    onEvents: applier.apply,
  });
  return {
    ...keeper,
    dispose() {
      keeper.dispose();
      applier.dispose();
      arrivals.dispose();
    },
  };
};
