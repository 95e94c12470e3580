import { setImmediate } from 'node:timers';
import { pendingCrypto } from '../../support/pendingCrypto';

/** A clock that advances only on request, shared by all parties of a world. All values are milliseconds. */
export type Time = {
  now(): number;
  elapsed(): number;
  /** Runs `task` after `ms`. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Runs pending work until all that remains waits for a timer. */
  settle(): Promise<void>;
  /** Advances the clock by `ms`. Runs each task at its time, and settles before the next one. */
  advance(ms: number): Promise<void>;
  /** Registers work that takes event loop turns but no time, so that `settle` waits for it. */
  busy<T>(work: Promise<T>): Promise<T>;
};

type Task = { at: number; order: number; run: (() => void) | undefined };

/** Ends when every promise that can continue has done so. A turn of the event loop takes many times as long. */
const drained = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** A turn of the event loop, for work outside of promises, such as cryptography. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => resolve()));

/** Upper limit of event loop turns. No answer of the desk takes this many; only a hang does. */
const MAX_TURNS = 200;

/** @param onSettled called each time pending work is done and only timers remain */
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
    await drained();
    let turns = 0;
    while (pendingCrypto() > 0 || (working > 0 && turns < MAX_TURNS)) {
      // Cryptography in another thread takes as many turns as it likes.
      if (pendingCrypto() === 0) turns++;
      await turn();
    }
    onSettled();
  };
  return {
    now: () => now,
    elapsed: () => now,
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

/** Generates numbers from 0 to 1. The same seed gives the same sequence. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
