import { between } from '../../model/retryPolicies';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import type { WireMessage } from '../../wire/message';
import { type AnnouncerDeps, announce } from './announce';
import { type DeliveryDeps, markDelivered } from './markDelivered';

export { markDelivered };

/** Delivery is reported at most once per conversation in this time, however many messages arrive. */
const TELL_MS = 1000;

export type ArrivalDeps = AnnouncerDeps & DeliveryDeps & { clock: Clock; page: Pick<Page, 'visible'> };

/**
 * Announces an agent's new message and reports its delivery. This code is loaded with the first such message.
 */
export const createArrivals = (deps: ArrivalDeps) => {
  const undos = new Set<() => void>();
  /** The conversations whose report is throttled, each with the newest message not yet reported. */
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
      // Never report in the name of another visitor.
      if (newest && deps.author().appUserId === appUserId) tell(newest, conversationId);
    };
    undos.add(deps.clock.after(ms, end));
  };
  return {
    /** @param shown the message as the visitor sees it; null if the page hides it */
    take(message: WireMessage, conversationId: string, shown: WireMessage | null = message) {
      if (shown) undos.add(announce(deps, shown));
      if (resting.has(conversationId)) {
        const { received = message.received } = resting.get(conversationId) ?? {};
        if (received <= message.received) resting.set(conversationId, message);
      } else if (deps.page.visible()) tell(message, conversationId);
      // A hidden page waits longer, so that a visible tab reports first.
      else rest(conversationId, between(TELL_MS, 3 * TELL_MS), message);
    },
    dispose() {
      for (const undo of undos) undo();
    },
  };
};
