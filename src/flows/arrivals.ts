import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { WireMessage } from '../wire/message';
import { type AnnouncerDeps, announce } from './announce';
import { type DeliveryDeps, markDelivered } from './markDelivered';

export { loadPrevious } from './loadPrevious';
export { markDelivered };

/** However many messages come, the service is told of those of a conversation once in so long. */
const TELL_MS = 1000;

export type ArrivalDeps = AnnouncerDeps & DeliveryDeps & { clock: Clock; page: Pick<Page, 'visible'> };

/** What is done about an agent's new message, beside showing it: loaded with the first, or with the first earlier page. */
export const createArrivals = (deps: ArrivalDeps) => {
  const undos = new Set<() => void>();
  /** The conversations that were told of just now, or soon will be, with the newest message that is still to be told of. */
  const resting = new Map<string, WireMessage | undefined>();
  const tell = (message: WireMessage, conversationId: string) => {
    rest(conversationId, TELL_MS);
    void markDelivered(deps, conversationId, [message]);
  };
  const rest = (conversationId: string, ms: number, message?: WireMessage) => {
    resting.set(conversationId, message);
    const { appUserId } = deps.author();
    const end = () => {
      const newest = resting.get(conversationId);
      resting.delete(conversationId);
      // Not in the name of whoever is here by now.
      if (newest && deps.author().appUserId === appUserId) tell(newest, conversationId);
    };
    undos.add(deps.clock.after(ms, end));
  };
  return {
    take(message: WireMessage, conversationId: string) {
      undos.add(announce(deps, message));
      if (resting.has(conversationId)) {
        const { received = message.received } = resting.get(conversationId) ?? {};
        if (received <= message.received) resting.set(conversationId, message);
      } else if (deps.page.visible()) tell(message, conversationId);
      // A page that nobody looks at leaves it to another tab first.
      else rest(conversationId, TELL_MS * (1 + 2 * Math.random()), message);
    },
    dispose() {
      for (const undo of undos) undo();
    },
  };
};
