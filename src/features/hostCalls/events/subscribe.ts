import type { CallContext, Command } from '../command';
import type { EventMap } from './events';

/** The command that subscribes to an event. Its result unsubscribes. */
export const subscribe =
  ({ events, misuse }: CallContext, event: keyof EventMap): Command =>
  (listener) => {
    if (typeof listener === 'function') return events.on(event, listener as (data: unknown) => void);
    misuse(`messenger:on ${event} needs a function.`);
    return () => {};
  };
