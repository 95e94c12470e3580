import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { WireMessage } from '../wire/message';
import { type AnnouncerDeps, announce } from './announce';
import { type DeliveryDeps, markDelivered } from './markDelivered';

export { loadPrevious } from './loadPrevious';
export { markDelivered };

/** How long a page that nobody looks at leaves it to another tab to say what was delivered, at least. */
const OTHERS_FIRST_MS = 1000;

export type ArrivalDeps = AnnouncerDeps & DeliveryDeps & { clock: Clock; page: Pick<Page, 'visible'> };

/** What is done about an agent's new message, beside showing it: loaded with the first, or with the first earlier page. */
export const createArrivals = (deps: ArrivalDeps) => {
  const undos = new Set<() => void>();
  return {
    take(message: WireMessage, conversationId: string) {
      undos.add(announce(deps, message));
      const mark = () => void markDelivered(deps, conversationId, [message]);
      if (deps.page.visible()) mark();
      else undos.add(deps.clock.after(OTHERS_FIRST_MS * (1 + 2 * Math.random()), mark));
    },
    dispose() {
      for (const undo of undos) undo();
    },
  };
};
