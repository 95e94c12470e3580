import type { createFayeClient } from '../../services/fayeClient';
import { createRealtime } from '../../services/realtime';
import type { Outbox } from '../sending/outbox';
import { createEventApplier } from './applyRealtimeEvent';
import type { ArrivalDeps } from './arrivals';
import type { LeaveDeps } from './leaveConversation';
import { createConnectionKeeper } from './stayConnected';
import { createArrivalTaker, type TakerDeps } from './takeArrivals';

export type RealtimeDeps = ArrivalDeps &
  LeaveDeps &
  Pick<Parameters<typeof createEventApplier>[0], 'messages' | 'conversations'> &
  Omit<Parameters<typeof createConnectionKeeper>[0], 'realtime' | 'onEvents'> & {
    outbox: Pick<Outbox, 'remove'>;
    chunks: TakerDeps['chunks'] & {
      several: () => Promise<Pick<typeof import('../several'), 'applyRareEvent'>>;
    };
  };

/** Connects the visitor's channel and handles its events. */
export const startRealtime = (
  deps: RealtimeDeps & {
    /** Creates the realtime client. */
    createClient: typeof createFayeClient;
  },
) => {
  const arrivals = createArrivalTaker(deps);
  const applier = createEventApplier({
    ...deps,
    connected: () => deps.connection.status.value === 'connected',
    onOwnMessage: deps.outbox.remove,
    onIncoming: arrivals.take,
    onRare: (event) =>
      void deps.chunks
        .several()
        .then((chunk) => chunk.applyRareEvent(deps, event))
        // If the chunk fails to load, a history sync finds a removal again and retries.
        .catch(deps.onGap),
  });
  const keeper = createConnectionKeeper({
    ...deps,
    realtime: createRealtime(deps),
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
