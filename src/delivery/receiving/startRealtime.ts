import type { createFayeClient } from '../../services/fayeClient';
import { createRealtime } from '../../services/realtime';
import type { PageEventsSlice } from '../../slices/pageEvents';
import type { Outbox } from '../sending/outbox';
import { createEventApplier } from './applyRealtimeEvent';
import type { ArrivalDeps } from './arrivals';
import type { LeaveDeps } from './leaveConversation';
import { createConnectionKeeper } from './stayConnected';
import { createArrivalTaker, type TakerDeps } from './takeArrivals';

export type LiveDeps = ArrivalDeps &
  LeaveDeps &
  Pick<Parameters<typeof createEventApplier>[0], 'messages' | 'conversations'> &
  Omit<Parameters<typeof createConnectionKeeper>[0], 'realtime' | 'onEvents'> & {
    outbox: Pick<Outbox, 'remove'>;
    pageEvents?: Pick<PageEventsSlice, 'received'>;
    chunks: TakerDeps['chunks'] & {
      several: () => Promise<Pick<typeof import('../several'), 'leaveConversation'>>;
    };
  };

/** Connects the visitor's channel and handles its events. */
export const startRealtime = (
  deps: LiveDeps & {
    /** Creates the realtime client. */
    createClient: typeof createFayeClient;
  },
) => {
  const arrivals = createArrivalTaker(deps);
  const applier = createEventApplier({
    ...deps,
    connected: () => deps.connection.status.value === 'connected',
    onOwnMessage: deps.outbox.remove,
    onIncoming(message, id) {
      const shown = deps.messages.shown(id).find(({ _id }) => _id === message._id);
      arrivals.take(message, id, shown ?? null);
      deps.pageEvents?.received(id, [message]);
    },
    appUserId: () => deps.user.appUserId.value,
    onRemoved: (id) =>
      void deps.chunks
        .several()
        .then((chunk) => chunk.leaveConversation(deps, id))
        // If the chunk fails to load, a history sync finds the removal again and retries.
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
