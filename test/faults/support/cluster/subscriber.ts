import type { Time } from '../time';

type Deps = {
  time: Time;
  latency: () => number;
  /** How much later what is under way arrives. */
  late: () => number;
  /** Whether Redis can be reached. */
  isThere: () => boolean;
};

const AGAIN_MS = 100;

/** A connection for subscriptions, on the model's clock. What is said over it arrives in order, or not at all. */
export const createSubscriber = ({ time, latency, late, isThere }: Deps) => {
  const listeners = new Map<string, ((...args: string[]) => void)[]>();
  const channels = new Set<string>();
  let status = 'connecting';
  /** Counts the connections. */
  let turn = 0;
  /** When the last of what is under way arrives, there and here. */
  let thereAt = 0;
  let hereAt = 0;

  const emit = (name: string, ...args: string[]): void => {
    for (const listener of listeners.get(name) ?? []) listener(...args);
  };
  const inOrder = (before: number): number => Math.max(before, time.now() + latency() + late());
  /** @param lost called where the connection ends before */
  const here = (then: () => void, lost: () => void = () => undefined): void => {
    const mine = turn;
    hereAt = inOrder(hereAt);
    time.after(hereAt - time.now(), () => (mine === turn ? then() : lost()));
  };
  const there = (then: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const mine = turn;
      const lost = () => reject(new Error('Connection is closed'));
      thereAt = inOrder(thereAt);
      time.after(thereAt - time.now(), () => {
        if (mine !== turn) return lost();
        then();
        here(resolve, lost);
      });
    });
  const open = (): void => {
    time.after(AGAIN_MS + latency(), () => {
      if (status !== 'connecting') return;
      if (!isThere()) return open();
      status = 'ready';
      emit('ready');
    });
  };
  const end = (next: string): void => {
    if (status === 'end') return;
    turn++;
    channels.clear();
    thereAt = 0;
    hereAt = 0;
    const was = status;
    status = next;
    if (was === 'ready') emit('close');
    if (next === 'connecting' && was === 'ready') open();
  };
  open();
  const connection = {
    options: {},
    get status() {
      return status;
    },
    on(name: string, listener: (...args: string[]) => void) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    subscribe: (...names: string[]) =>
      there(() => {
        for (const name of names) channels.add(name);
      }),
    unsubscribe: (...names: string[]) =>
      there(() => {
        for (const name of names) channels.delete(name);
      }),
    disconnect: (again = false) => end(again ? 'connecting' : 'end'),
  };
  return {
    connection,
    hear(channel: string, said: string): void {
      if (channels.has(channel)) here(() => emit('message', channel, said));
    },
    cut: (): void => end('connecting'),
  };
};
