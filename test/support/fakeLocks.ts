import type { Locks } from '../../src/platform/tabs';

type Hold = () => Promise<void> | undefined;
type Waiting = { hold: Hold; reject: (reason: unknown) => void };

/** The locks shared by the tabs of one browser. Requests for a lock are granted in order. */
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
    /** Takes a lock away from its current holder, as a request with `steal` does. */
    steal(name: string) {
      const victim = held.get(name);
      held.set(name, { hold: () => undefined, reject: () => {} });
      victim?.reject(new DOMException('stolen', 'AbortError'));
    },
    /** Releases a stolen lock; the next request gets it. */
    giveBack(name: string) {
      held.delete(name);
      void giveNext(name);
    },
    /** Makes the next `times` requests throw. */
    refuse(times: number) {
      refuses = times;
    },
    waiting: (name: string) => queues.get(name)?.length ?? 0,
  };
};
