import { expect, it } from 'vitest';
import { createAgentPage } from './support/cluster/agentPage';
import { createTwoDesks, type TwoDesks } from './support/cluster/twoDesks';
import { meet, texts } from './support/scenes';
import { createWorld } from './support/world';

const DAYS = 100;
/** Visitors and agents have what they missed, and hear live events again, within this time after the repair. */
const CAUGHT_UP_MS = 5000;
/** A tab or an inbox has what is said while all is well within this time. */
const LIVE_MS = 1000;
/** Events are under way for this long when Redis restarts empty. */
const UNREAD_MS = 100;

/** An agent writes while both processes hear late, and Redis restarts empty before they do. */
const missOne = async (seed: number): Promise<unknown> => {
  let desks: TwoDesks | undefined;
  const world = createWorld({
    seed,
    createService: (...args) => {
      desks = createTwoDesks(...args);
      return desks;
    },
  });
  const { random } = Math;
  Math.random = world.random;
  const { stream, line } = desks as unknown as TwoDesks;
  const agentPage = createAgentPage(world.time, desks as unknown as TwoDesks);
  try {
    const { tab, id } = await meet(world);
    for (const which of [0, 1]) line(which).readLate(UNREAD_MS);
    await world.agent.send(id, 'missed');
    stream.lose();
    stream.empty();
    stream.find();
    await world.advance(UNREAD_MS + CAUGHT_UP_MS);
    const caughtUp = texts(tab).at(-1);
    await world.agent.send(id, 'heard');
    await world.advance(LIVE_MS);
    const stored = (await world.stored(id)).length;
    return [caughtUp, texts(tab).at(-1), agentPage.shown(id).length === stored];
  } finally {
    agentPage.close();
    world.close();
    Math.random = random;
  }
};

it(`a gap of the bus is caught up within ${CAUGHT_UP_MS / 1000} s, on ${DAYS} days`, async () => {
  const late: unknown[] = [];
  for (let seed = 1; seed <= DAYS; seed++) {
    const seen = await missOne(seed);
    if (JSON.stringify(seen) !== '["missed","heard",true]') late.push([seed, seen]);
  }
  expect(late).toEqual([]);
});
