import type { Realtime, RealtimeConnection, RealtimeListener } from '../../services/realtime';
import type { SubscribeExt } from '../../wire/realtime';
import type { RealtimeSettings } from '../../wire/user';

/** Wraps a function: the result does nothing once the connection is closed. */
export type WhileOpen = <A extends unknown[]>(run: (...args: A) => unknown) => (...args: A) => void;

/** What to connect to: the visitor with their credential, and the service's settings. */
export type Target = [ext: SubscribeExt, settings: RealtimeSettings];

/** One connection at a time. */
export type OneConnection = {
  /** Opens a connection, once the one before is closed. Where the client cannot be made, every attempt has failed. */
  open(...to: Target): void;
  close(): void;
};

/** @param listenerOf makes what hears a connection's events */
export const createOneConnection = (
  { realtime, report }: { realtime: Realtime; report: (message: string, cause?: unknown) => void },
  listenerOf: (whileOpen: WhileOpen) => RealtimeListener,
): OneConnection => {
  let close = () => {};
  return {
    open(...to) {
      let connection: RealtimeConnection | undefined;
      let open = true;
      close = () => {
        open = false;
        connection?.close();
      };
      const whileOpen: WhileOpen =
        (run) =>
        (...args) => {
          if (open) run(...args);
        };
      const listener = listenerOf(whileOpen);
      try {
        connection = realtime.connect(...to, listener);
      } catch (cause) {
        report('Realtime failed', cause);
        listener.onExhausted();
      }
    },
    close: () => close(),
  };
};
