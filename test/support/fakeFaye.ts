import type { createFayeClient } from '../../src/services/fayeClient';

type BayeuxMessage = {
  channel: string;
  successful?: boolean;
  error?: string;
  ext?: unknown;
  advice?: unknown;
};
type Extension = {
  outgoing?(message: BayeuxMessage, pass: (message: BayeuxMessage | null) => void): void;
  incoming?(message: BayeuxMessage, pass: (message: BayeuxMessage) => void): void;
};

/** Replaces the realtime library; the test acts as the server. */
export const createFakeFaye = () => {
  const extensions: Extension[] = [];
  const listeners = new Map<string, (() => void)[]>();
  const subscriptions: { channel: string; tell: (data: unknown) => void }[] = [];
  const made: { endpoint: string; options: Parameters<typeof createFayeClient>[1] }[] = [];
  const closed: string[] = [];
  const client = {
    addExtension: (extension: Extension) => extensions.push(extension),
    disable() {},
    on: (event: string, run: () => void) => listeners.set(event, [...(listeners.get(event) ?? []), run]),
    subscribe: (channel: string, tell: (data: unknown) => void) => subscriptions.push({ channel, tell }),
    connect() {},
    disconnect: () => closed.push('client'),
    _advice: { interval: 0, timeout: 8000 },
    _dispatcher: {
      transports: {},
      connectionType: 'websocket',
      close: () => closed.push('dispatcher'),
    },
  };
  const create = ((endpoint: string, options: Parameters<typeof createFayeClient>[1]) => {
    made.push({ endpoint, options });
    return client;
  }) as unknown as typeof createFayeClient;
  return {
    create,
    made,
    closed,
    subscriptions,
    /**
     * Passes a message through the extensions.
     * @returns the message to send; null if an extension held it back
     */
    send(message: BayeuxMessage): BayeuxMessage | null {
      let out: BayeuxMessage | null = message;
      for (const extension of extensions) {
        if (out) {
          extension.outgoing?.(out, (next) => {
            out = next;
          });
        }
      }
      return out;
    },
    /** Passes a server's answer through the extensions. @returns the message received; null if held back */
    answer(message: BayeuxMessage): BayeuxMessage | null {
      let heard: BayeuxMessage | null = message;
      for (const extension of extensions) {
        const given: BayeuxMessage | null = heard;
        heard = null;
        if (given) {
          extension.incoming?.(given, (next) => {
            heard = next;
          });
        }
      }
      return heard;
    },
    /** Publishes an event on the visitor's channel. */
    publish(data: unknown) {
      for (const { tell } of subscriptions) tell(data);
    },
    transport(event: 'transport:up' | 'transport:down') {
      for (const run of listeners.get(event) ?? []) run();
    },
  };
};
