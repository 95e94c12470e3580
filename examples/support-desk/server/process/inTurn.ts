/** Runs tasks with the same key one after another, or a few at a time, in the order of the calls. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * With one at a time, it keeps events of one conversation in commit order: the row lock orders the commits, and the
 * reply of a later commit cannot overtake an earlier one. A key is dropped once no task has it.
 * @param atOnce how many tasks with the same key may run at the same time
 */
export const createInTurn = (atOnce = 1): InTurn => {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < atOnce) queue.running += 1;
    else await new Promise<void>((begin) => queue.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The next task takes over this one's turn.
      if (next) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(key);
      }
    }
  };
};
