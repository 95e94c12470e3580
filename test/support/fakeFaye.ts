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

/** What stands in for the realtime library: the test is the server. */
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
    _dispatcher: { transports: {}, close: () => closed.push('dispatcher') },
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
    /** What the client would send; null when it was held back. */
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
    /** The server answers. @returns what the library hears of it; null when it was held back */
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
    /** The server publishes on the visitor's channel. */
    publish(data: unknown) {
      for (const { tell } of subscriptions) tell(data);
    },
    transport(event: 'transport:up' | 'transport:down') {
      for (const run of listeners.get(event) ?? []) run();
    },
  };
};
