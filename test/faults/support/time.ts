import { setImmediate } from 'node:timers';

/** Time that passes only when it is told to, shared by every party of a world. All values are milliseconds. */
export type Time = {
  now(): number;
  /** Runs `task` after `ms`; the result cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Lets everything go on that needs no time to pass. */
  settle(): Promise<void>;
  /** Moves on by `ms`, each task at its time, and lets what it set off go on before the next. */
  advance(ms: number): Promise<void>;
  /** Something that takes turns of the event loop but no time: `settle` waits for its end. */
  busy<T>(work: Promise<T>): Promise<T>;
};

type Task = { at: number; order: number; run: (() => void) | undefined };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => resolve()));

/** More turns than any answer of the desk takes; only a hang reaches it. */
const MAX_TURNS = 200;

/** @param onSettled called whenever nothing more goes on without time passing */
export const createTime = (start: number, onSettled: () => void): Time => {
  const heap: Task[] = [];
  let now = start;
  let order = 0;
  let working = 0;
  const before = (a: Task, b: Task) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const swap = (i: number, j: number) => {
    const held = heap[i] as Task;
    heap[i] = heap[j] as Task;
    heap[j] = held;
  };
  const push = (task: Task) => {
    let i = heap.push(task) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!before(heap[i] as Task, heap[parent] as Task)) break;
      swap(i, parent);
      i = parent;
    }
  };
  const pop = () => {
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < heap.length && before(heap[child] as Task, heap[least] as Task)) least = child;
      }
      if (least === i) return;
      swap(i, least);
      i = least;
    }
  };
  const settle = async () => {
    for (let turns = 0; turns === 0 || (working > 0 && turns < MAX_TURNS); turns++) await turn();
    onSettled();
  };
  return {
    now: () => now,
    after(ms, run) {
      const task: Task = { at: now + Math.max(0, ms), order: order++, run };
      push(task);
      return () => {
        task.run = undefined;
      };
    },
    settle,
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let next = heap[0]; next && next.at <= until; next = heap[0]) {
        pop();
        const { run } = next;
        if (!run) continue;
        now = next.at;
        run();
        await settle();
      }
      now = until;
    },
    async busy(work) {
      working++;
      try {
        return await work;
      } finally {
        working--;
      }
    },
  };
};

/** Numbers from 0 to 1 that are the same for the same seed. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
