import type { Message } from '../../../src/model/message';

/**
 * Compares two orders of the same bubbles and returns the lightest set of moves that explains the difference.
 * @param weigh how certain it is that a bubble stayed
 */
const movedKeys = (
  before: readonly string[],
  after: readonly string[],
  weigh: (key: string) => number,
): string[] => {
  const places = new Map(after.map((key, i) => [key, i]));
  const runs: { place: number; weight: number; from: number }[] = [];
  // The heaviest sequence that kept its order stayed; all others moved.
  let best = -1;
  before.forEach((key, i) => {
    const place = places.get(key) as number;
    let weight = 0;
    let from = -1;
    runs.forEach((run, j) => {
      if (run.place < place && run.weight > weight) {
        weight = run.weight;
        from = j;
      }
    });
    runs.push({ place, weight: weight + weigh(key), from });
    if ((runs[i]?.weight ?? 0) > (runs[best]?.weight ?? 0)) best = i;
  });
  const stayed = new Set<number>();
  for (let i = best; i >= 0; i = runs[i]?.from ?? -1) stayed.add(i);
  return before.filter((_, i) => !stayed.has(i));
};

/**
 * Counts how often each bubble of a log changes its place among the others. When two bubbles swap, either may
 * have moved, so the count is kept in two ways: one assumes the fewest moves, the other assumes that bubbles
 * with a new date moved. A bubble moved more than once only if both counts say so.
 */
export const createMoves = () => {
  let shownId: string | undefined;
  let shown: readonly Message[] = [];
  const fewest = new Map<string, number>();
  const dated = new Map<string, number>();
  const count = (moves: Map<string, number>, keys: string[]) => {
    for (const key of keys) moves.set(key, (moves.get(key) ?? 0) + 1);
  };
  return {
    look(conversationId: string, log: readonly Message[]) {
      if (log === shown) return;
      // Messages written before a conversation exists belong to the log of that conversation.
      if (shownId === conversationId || shownId === '') {
        const now = new Map(log.map((m) => [m.key, m.received]));
        const then = new Map(shown.map((m) => [m.key, m.received]));
        const before = shown.map((m) => m.key).filter((key) => now.has(key));
        const after = log.map((m) => m.key).filter((key) => then.has(key));
        if (before.some((key, i) => key !== after[i])) {
          count(
            fewest,
            movedKeys(before, after, () => 1),
          );
          count(
            dated,
            movedKeys(before, after, (key) => (now.get(key) === then.get(key) ? 1000 : 1)),
          );
        }
      }
      shownId = conversationId;
      shown = log;
    },
    restless: () =>
      [...fewest].flatMap(([key, times]) => (times > 1 && (dated.get(key) ?? 0) > 1 ? [key] : [])),
  };
};
