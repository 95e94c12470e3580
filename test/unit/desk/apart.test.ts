import { describe, expect, it } from 'vitest';
import { SIGN_MS, type Sign, watchApart } from '../../../examples/support-desk/server/nodes/apart';
import { createAwake } from '../../../examples/support-desk/server/process/awake';
import { createFakeClock } from '../../support/fakeClock';

type Part = 'database' | 'redis';

/** Three processes of a desk, each with its own way to the database and to Redis. */
const stand = () => {
  const clock = createFakeClock();
  const signs: Record<Part, { id: number; at: number } | undefined> = {
    database: undefined,
    redis: undefined,
  };
  const all: { has: Record<Part, boolean> }[] = [];
  const sight = { isThere: true };
  const start = (id: number) => {
    const has: Record<Part, boolean> = { database: true, redis: true };
    const reach = async (part: Part): Promise<void> => {
      if (!has[part]) throw new Error('away');
    };
    const signOf = (part: Part): Sign => ({
      leave: async () => {
        await reach(part);
        signs[part] = { id, at: clock.now() };
      },
      isThere: async () => {
        await reach(part);
        const found = signs[part];
        return found !== undefined && found.id !== id && clock.now() - found.at <= SIGN_MS;
      },
    });
    const of = (part: Part) => ({ ping: () => reach(part), sign: signOf(part) });
    const apart = watchApart({
      clock: createAwake(clock),
      database: of('database'),
      redis: of('redis'),
      // By the balancer, which asks a process that is well.
      isServed: async () => {
        if (!sight.isThere) throw new Error('away');
        return all.some(({ has }) => has.database && has.redis);
      },
    });
    all.push({ has });
    let handedOver = 0;
    apart.onApart(() => handedOver++);
    return { has, isApart: apart.isApart, handedOver: () => handedOver };
  };
  const processes = [start(0), start(1), start(2)] as const;
  const areApart = () => processes.map(({ isApart }) => isApart());
  return { clock, processes, areApart, sight };
};

describe.each(['database', 'redis'] as const)('a process that has lost its %s', (part) => {
  it('hands its clients over where others have it, once, and takes some again 10 s after it is back', async () => {
    const { clock, processes, areApart } = stand();
    const [sick] = processes;
    await clock.advance(30_000);
    sick.has[part] = false;
    await clock.advance(5000);
    expect(areApart()).toEqual([false, false, false]);
    await clock.advance(5000);
    expect(areApart()).toEqual([true, false, false]);
    await clock.advance(60_000);
    expect([areApart(), sick.handedOver()]).toEqual([[true, false, false], 1]);
    sick.has[part] = true;
    await clock.advance(8000);
    expect(sick.isApart()).toBe(true);
    await clock.advance(5000);
    expect([areApart(), sick.handedOver()]).toEqual([[false, false, false], 1]);
  });

  it('keeps them while it comes and goes', async () => {
    const { clock, processes, areApart } = stand();
    for (let i = 0; i < 20; i++) {
      processes[0].has[part] = i % 2 === 0;
      await clock.advance(4000);
      expect(areApart()).toEqual([false, false, false]);
    }
  });

  it('keeps them where all have lost it, and where the others have lost the other one', async () => {
    const { clock, processes, areApart } = stand();
    await clock.advance(10_000);
    for (const { has } of processes) has[part] = false;
    for (let i = 0; i < 60; i++) {
      await clock.advance(1000);
      expect(areApart()).toEqual([false, false, false]);
    }
    const other = part === 'redis' ? 'database' : 'redis';
    for (const { has } of processes.slice(1)) Object.assign(has, { [part]: true, [other]: false });
    await clock.advance(60_000);
    expect(areApart()).toEqual([false, false, false]);
  });

  it('takes clients again once the others have lost it, too', async () => {
    const { clock, processes, areApart } = stand();
    processes[0].has[part] = false;
    await clock.advance(20_000);
    for (const { has } of processes) has[part] = false;
    await clock.advance(16_000);
    expect(areApart()).toEqual([false, false, false]);
  });
});

describe('a process that has lost both', () => {
  it('hands its clients over where the desk is served by others, and by nothing else', async () => {
    const { clock, processes, areApart, sight } = stand();
    await clock.advance(30_000);
    processes[0].has.database = processes[0].has.redis = false;
    await clock.advance(10_000);
    expect(areApart()).toEqual([true, false, false]);
    processes[0].has.database = processes[0].has.redis = true;
    await clock.advance(20_000);
    sight.isThere = false;
    processes[0].has.database = processes[0].has.redis = false;
    await clock.advance(60_000);
    expect(areApart()).toEqual([false, false, false]);
  });

  it('keeps its clients where all have lost both', async () => {
    const { clock, processes, areApart } = stand();
    await clock.advance(30_000);
    for (const { has } of processes) has.database = has.redis = false;
    await clock.advance(60_000);
    expect(areApart()).toEqual([false, false, false]);
  });
});
