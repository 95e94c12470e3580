import {
  NEW_VISITOR_LONGEST_MS,
  NEW_VISITOR_MS,
  NEW_VISITOR_REFUSED_MS,
  NEW_VISITORS_AT_ONCE,
} from '../../model/retries/visitors';
import type { Clock } from '../../platform/clock';
import { RequestError } from '../../services/requestError';

/** Back-off for a service that refuses the visitors it has just created. */
export const createVisitorBackoff = (deps: {
  clock: Clock;
  /** When a visitor was last created, in ms. */
  createdAt: () => number;
}) => {
  let refusals = 0;
  return {
    /** Counts a refused visitor. */
    refused() {
      refusals = deps.clock.now() - deps.createdAt() < NEW_VISITOR_REFUSED_MS ? refusals + 1 : 1;
    },
    /** Throws a `RequestError` if it is too soon for another visitor. */
    mayCreate() {
      const waits = refusals - NEW_VISITORS_AT_ONCE;
      const wait = waits > 0 ? Math.min(NEW_VISITOR_MS * 2 ** (waits - 1), NEW_VISITOR_LONGEST_MS) : 0;
      const left = deps.createdAt() + wait - deps.clock.now();
      // If more than the wait is left, the visitor's clock was set back: do not wait.
      if (left > 0 && left <= wait) throw new RequestError('network', 'The service refuses its new visitors');
    },
  };
};
