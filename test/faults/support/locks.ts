import type { Lock } from '../../../src/platform/inTurn';

/** The locks of an origin, as its tabs have them. */
export type Locks = {
  /** Opens them for a tab. */
  open(): { request: Lock; close(): void };
};

type Wait = { tab: object; run: () => void };

export const createLocks = (): Locks => {
  const queues = new Map<string, Wait[]>();
  const next = (name: string) => queues.get(name)?.[0]?.run();
  const leave = (name: string, wait: Wait) => {
    const queue = queues.get(name) ?? [];
    const wasFirst = queue[0] === wait;
    queues.set(
      name,
      queue.filter((each) => each !== wait),
    );
    if (wasFirst) next(name);
  };
  return {
    open() {
      const tab = {};
      return {
        request: (name, work) =>
          new Promise((resolve, reject) => {
            const wait: Wait = {
              tab,
              run: () =>
                void work()
                  .then(resolve, reject)
                  .finally(() => leave(name, wait)),
            };
            const queue = queues.get(name) ?? [];
            queues.set(name, [...queue, wait]);
            if (queue.length === 0) queueMicrotask(wait.run);
          }),
        /** The tab has ended: its locks pass on. */
        close() {
          for (const [name, queue] of queues)
            for (const wait of queue) if (wait.tab === tab) leave(name, wait);
        },
      };
    },
  };
};
