import type { Locks } from '../../src/platform/tabs';

type Hold = () => Promise<void> | undefined;
type Waiting = { hold: Hold; reject: (reason: unknown) => void };

/** The locks that the tabs of one browser share: each is given to one of those that ask, in turn. */
export const createFakeLocks = () => {
  const queues = new Map<string, Waiting[]>();
  const held = new Map<string, Waiting>();
  let refuses = 0;

  const giveNext = async (name: string): Promise<void> => {
    if (held.has(name)) return;
    const next = queues.get(name)?.shift();
    if (!next) return;
    held.set(name, next);
    await next.hold();
    if (held.get(name) !== next) return;
    held.delete(name);
    void giveNext(name);
  };

  const locks = {
    request: (name: string, { signal }: { signal: AbortSignal }, hold: Hold) => {
      if (refuses > 0) {
        refuses--;
        throw new DOMException('denied', 'SecurityError');
      }
      return new Promise<void>((_, reject) => {
        const waiting = { hold, reject };
        const queue = queues.get(name) ?? [];
        queues.set(name, [...queue, waiting]);
        signal.addEventListener('abort', () => {
          const rest = (queues.get(name) ?? []).filter((w) => w !== waiting);
          queues.set(name, rest);
          reject(signal.reason);
        });
        void Promise.resolve().then(() => giveNext(name));
      });
    },
  } as unknown as Locks;

  return {
    locks,
    /** Somebody takes a lock away from whoever holds it. */
    steal(name: string) {
      const victim = held.get(name);
      held.set(name, { hold: () => undefined, reject: () => {} });
      victim?.reject(new DOMException('stolen', 'AbortError'));
    },
    /** Whoever stole it gives it back. */
    giveBack(name: string) {
      held.delete(name);
      void giveNext(name);
    },
    /** The browser refuses so many of the next requests. */
    refuse(times: number) {
      refuses = times;
    },
    waiting: (name: string) => queues.get(name)?.length ?? 0,
  };
};
