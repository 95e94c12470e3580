import type { Command } from '../../conversation/featureRow';
import type { ApiCall } from './actions';
import type { EventMap } from './events';

/** The command that subscribes to an event. Its result unsubscribes. */
export const subscribe =
  (event: keyof EventMap): Command<ApiCall> =>
  ({ events, misuse }, listener) => {
    if (typeof listener === 'function') return events.on(event, listener as (data: unknown) => void);
    misuse(`messenger:on ${event} needs a function.`);
    return () => {};
  };
