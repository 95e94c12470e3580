import type { Message } from '../../../src/model/message';

/** Of two orders of the same keys, the ones that changed place: the fewest that explain it. */
const movedKeys = (before: readonly string[], after: readonly string[]): string[] => {
  const places = new Map(after.map((key, i) => [key, i]));
  const sequence = before.map((key) => places.get(key) as number);
  // The longest run that kept its order stayed; all others moved.
  const length: number[] = [];
  const from: number[] = [];
  let best = -1;
  sequence.forEach((value, i) => {
    length[i] = 1;
    from[i] = -1;
    for (let j = 0; j < i; j++) {
      if ((sequence[j] as number) < value && (length[j] as number) + 1 > (length[i] as number)) {
        length[i] = (length[j] as number) + 1;
        from[i] = j;
      }
    }
    if (best < 0 || (length[i] as number) > (length[best] as number)) best = i;
  });
  const stayed = new Set<number>();
  for (let i = best; i >= 0; i = from[i] as number) stayed.add(i);
  return before.filter((_, i) => !stayed.has(i));
};

/** Counts how often each bubble of a log changes its place among the others. */
export const createMoves = () => {
  let shownId: string | undefined;
  let shown: readonly Message[] = [];
  const moved = new Map<string, number>();
  return {
    look(conversationId: string, log: readonly Message[]) {
      if (log === shown) return;
      if ((globalThis as any).TRACE) console.log(conversationId, log.map((m) => `${m.text}|${m.key}|${m.status}|${m.received.toFixed(4).slice(-9)}`));
      // What was written before its conversation existed is the same log as that conversation's.
      if (shownId === conversationId || shownId === '') {
        const now = new Set(log.map((m) => m.key));
        const then = new Set(shown.map((m) => m.key));
        const before = shown.map((m) => m.key).filter((key) => now.has(key));
        const after = log.map((m) => m.key).filter((key) => then.has(key));
        if (before.some((key, i) => key !== after[i])) {
          for (const key of movedKeys(before, after)) moved.set(key, (moved.get(key) ?? 0) + 1);
        }
      }
      shownId = conversationId;
      shown = log;
    },
    restless: () => [...moved].filter(([, times]) => times > 1).map(([key]) => key),
  };
};
