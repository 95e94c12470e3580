import type { Clock } from '../../src/platform/clock';
import { createDisposer } from '../../src/platform/disposer';

/** What owns a part under test: takes what ends the part, and ends it with its waits. */
export const createOwner = (clock: Clock) => {
  const { add: onDispose, dispose } = createDisposer();
  const waits = new Set<() => void>();
  let ended = false;
  onDispose(() => {
    ended = true;
    for (const cancel of waits) cancel();
  });
  /** A clock that ends with its owner, as the messenger's does. */
  const owned: Clock = {
    now: clock.now,
    after(ms, task) {
      if (ended) return () => {};
      const cancel = clock.after(ms, () => {
        waits.delete(cancel);
        task();
      });
      waits.add(cancel);
      return () => {
        waits.delete(cancel);
        cancel();
      };
    },
  };
  return { onDispose, clock: owned, dispose };
};
