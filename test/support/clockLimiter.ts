import type { LiveState } from '../../examples/support-desk/server/bus/liveState';

/** Counts by the clock of a test, in windows as the desk's own limiters do. */
export const createClockLimiter =
  (now: () => number): LiveState['createLimiter'] =>
  (limitOf) => {
    const windows = new Map<string, { used: number; until: number }>();
    const read = (name: Parameters<typeof limitOf>[0], key: string, points: number, most: number) => {
      const limit = limitOf(name);
      const id = `${name} ${key}`;
      const held = windows.get(id);
      const window = held && held.until > now() ? held : { used: 0, until: now() + limit.seconds * 1000 };
      if (points > 0) windows.set(id, window);
      window.used += points;
      return { used: window.used, waitMs: window.used > limit.points + most ? window.until - now() : 0 };
    };
    return {
      consume: async (name, key, points = 1) => read(name, key, points, 0),
      peek: async (name, key) => read(name, key, 0, -1),
    };
  };
