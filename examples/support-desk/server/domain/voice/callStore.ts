import type { Call } from '../../model/callState';

/** How many answered calls determine the waiting time. */
export const WAITS = 50;

/** Stores the voice calls of one process, or of all that share it. */
export type CallStore = {
  /** @param until when the call may be forgotten; ms */
  add(call: Call, until: number): Promise<void>;
  find(id: string): Promise<Call | undefined>;
  /**
   * Changes a call atomically; may run `change` several times. If `change` throws, the call stays unchanged.
   * @param change changes the call in place. It returns when the call may be forgotten, in ms, and a result
   * @returns the result; `undefined` if there is no such call
   */
  change<T>(id: string, change: (call: Call) => { until: number; result: T }): Promise<T | undefined>;
  /** All calls, oldest first. */
  all(): Promise<Call[]>;
  /** Calls `then` after each change of a call, and sometimes without one. The result stops that. */
  onChange(id: string, then: () => void): () => void;
  /** Stores how long a call waited for its answer, in seconds. */
  addWait(seconds: number): Promise<void>;
  /** The newest 50 of these times. */
  waits(): Promise<number[]>;
};

/** The listeners for changes of a call in this process. */
export const createListeners = () => {
  const listeners = new Map<string, Set<() => void>>();
  return {
    listen(id: string, then: () => void): () => void {
      const of = listeners.get(id) ?? new Set();
      listeners.set(id, of.add(then));
      return () => {
        of.delete(then);
        if (of.size === 0 && listeners.get(id) === of) listeners.delete(id);
      };
    },
    tell(id: string): void {
      for (const then of listeners.get(id) ?? []) then();
    },
    tellAll(): void {
      for (const of of listeners.values()) for (const then of of) then();
    },
  };
};

/** Stores the calls in the memory of this process. */
export const createCallStore = ({ now }: { now: () => number }): CallStore => {
  const calls = new Map<string, { call: Call; until: number }>();
  const { listen, tell } = createListeners();
  let waits: number[] = [];
  const clear = (): void => {
    for (const [id, { until }] of calls) if (until <= now()) calls.delete(id);
  };
  const find = (id: string) => {
    clear();
    return calls.get(id);
  };
  return {
    async add(call, until) {
      clear();
      calls.set(call.id, { call, until });
    },
    find: async (id) => structuredClone(find(id)?.call),
    async change(id, change) {
      const held = find(id);
      if (!held) return undefined;
      const call = structuredClone(held.call);
      const { until, result } = change(call);
      calls.set(id, { call, until });
      tell(id);
      return result;
    },
    all: async () => [...calls.values()].map(({ call }) => structuredClone(call)),
    onChange: listen,
    async addWait(seconds) {
      waits = [...waits, seconds].slice(-WAITS);
    },
    waits: async () => waits,
  };
};
