import type { PageEventMap } from '../../../slices/pageEvents';
import type { CallContext, Commands } from '../command';

/** Tells a listener of one event, from now on. @returns the undo */
export type Watch<Deps = unknown> = (context: CallContext<Deps>, tell: (data: unknown) => void) => () => void;

/** An event that the messenger publishes. */
export const published =
  <Name extends keyof PageEventMap>(event: Name): Watch =>
  ({ events }, tell) =>
    events.on((name, data) => {
      if (name === event) tell(data);
    });

/** The commands that subscribe to events. The result of each unsubscribes. @param events one row each, by name */
export const subscriptions = <Deps>(
  context: CallContext<Deps>,
  events: Readonly<Record<string, Watch<Deps>>>,
): Commands =>
  Object.fromEntries(
    Object.entries(events).map(([event, watch]) => [
      `messenger:on.${event}`,
      (given: unknown) => {
        const tell = context.listener(event, given);
        return tell ? watch(context, tell) : () => {};
      },
    ]),
  );
