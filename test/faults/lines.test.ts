import { describe, expect, it } from 'vitest';
import { createLine, type Line } from './support/line';
import { LINES, SLOW_LINES } from './support/lines';
import { texts, useWorlds } from './support/scenes';

const world = useWorlds();

const LATE_MS = 10_000;
const LIVE_MS = 1000;
const STEP_MS = 200;
const VISIT_MS = 140_000;
/** Not a divisor of any interval of ours, so that answers meet each phase of them. */
const ANSWER_MS = 1130;

type Seen = {
  late: [text: string, ms: number][];
  doubled: string[];
  /** How often the history was read. */
  reads: number;
  /** The longest of the last answers, ms. */
  last: number;
  /** The last way that the client named. */
  way: string;
};

/** A visit during which the agent writes all the time. */
const visit = async (line: Line): Promise<Seen> => {
  const w = world();
  let reads = 0;
  let way = '';
  const note = (text: string) => {
    way = /"connectionType":"([\w-]+)"/.exec(text)?.[1] ?? way;
  };
  const spoil = createLine(w.time, line, note);
  const tab = w.openTab({
    line: (link) => {
      const { call } = link;
      link.call = (make, on, kind) => {
        if (kind !== 'poll' && make().url.endsWith('/messages') && make().method === 'GET') reads++;
        return call(make, on, kind);
      };
      return spoil(link);
    },
  });
  tab.slices.router.openWidget();
  await w.advance(1000);
  tab.delivery.sender.send({ text: 'hello' });
  await w.advance(300);
  const id = tab.active()?._id ?? '';
  const waiting = new Map<string, number>();
  const took: [string, number][] = [];
  let next = w.time.now();
  const end = next + VISIT_MS;
  for (let said = 0; w.time.now() < end; ) {
    if (w.time.now() >= next && next < end - 2 * LATE_MS) {
      const text = `answer ${++said}`;
      waiting.set(text, w.time.now());
      next += ANSWER_MS;
      await w.agent.send(id, text);
    }
    await w.advance(STEP_MS);
    for (const text of texts(tab)) {
      const sent = waiting.get(text ?? '');
      if (sent === undefined) continue;
      waiting.delete(text as string);
      took.push([text as string, w.time.now() - sent]);
    }
  }
  for (const text of waiting.keys()) took.push([text, Number.POSITIVE_INFINITY]);
  return {
    late: took.filter(([, ms]) => ms > LATE_MS),
    doubled: [...tab.doubled],
    reads,
    way,
    last: Math.max(...took.slice(-5).map(([, ms]) => ms)),
  };
};

describe('an agent’s answer is on the visitor’s screen within 10 s on a line', () => {
  for (const [way, lines] of Object.entries(LINES))
    it.each(Object.entries(lines))(
      `%s, and at once by ${way} in the end (live-15, live-16)`,
      async (_, line) => {
        const seen = await visit(line);
        expect(seen).toMatchObject({ late: [], doubled: [], way });
        expect(seen.last).toBeLessThanOrEqual(LIVE_MS);
      },
    );

  it.each(Object.entries(SLOW_LINES))('%s (live-16)', async (_, line) => {
    const seen = await visit(line);
    expect(seen).toMatchObject({ late: [], doubled: [] });
    // A reading in 6.5 s, and with each attempt.
    expect(seen.reads).toBeLessThanOrEqual(VISIT_MS / 4000);
  });
});

it('a line on which all is well is read once (live-16)', async () => {
  expect((await visit({})).reads).toBe(1);
});
