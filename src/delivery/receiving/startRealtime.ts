import type { createFayeClient } from '../../services/fayeClient';
import { createRealtime } from '../../services/realtime';
import type { Outbox } from '../sending/outbox';
import { type ApplierDeps, createEventApplier } from './applyRealtimeEvent';
import type { Arrivals } from './arrivals';
import type { LeaveDeps } from './leaveConversation';
import { createConnectionKeeper, type KeeperDeps } from './stayConnected';

export type RealtimeDeps = LeaveDeps &
  Pick<ApplierDeps, 'messages' | 'conversations' | 'channelEvents'> &
  Omit<KeeperDeps, 'realtime' | 'onEvents'> & {
    outbox: Pick<Outbox, 'remove'>;
    /** Loads what handles an agent's messages. */
    arrivals: () => Promise<Pick<Arrivals, 'take'>>;
    chunks: {
      several: () => Promise<Pick<typeof import('../several'), 'applyRareEvent'>>;
    };
  };

/** Connects the visitor's channel and handles its events. */
export const startRealtime = (
  deps: RealtimeDeps & {
    createClient: typeof createFayeClient;
  },
) => {
  const applier = createEventApplier({
    ...deps,
    connected: () => deps.connection.status.value === 'connected',
    onOwnMessage: deps.outbox.remove,
    onIncoming: (message, id) =>
      void deps.arrivals().then(
        ({ take }) => take(message, id),
        // The next message loads it again.
        () => {},
      ),
    onRare: (event) =>
      void deps.chunks
        .several()
        .then((chunk) => chunk.applyRareEvent(deps, event))
        // If the chunk fails to load, a history sync finds a removal again and retries.
        .catch(deps.onGap),
  });
  return createConnectionKeeper({
    ...deps,
    realtime: createRealtime(deps),
    onEvents: applier.apply,
  });
};
