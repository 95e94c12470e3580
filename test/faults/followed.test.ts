import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bus, BusEvent } from '../../examples/support-desk/server/bus/bus';
import { visitorTopic } from '../../examples/support-desk/server/bus/topics';
import { createRedisBus } from '../../examples/support-desk/server/redis/redisBus';
import { createStream } from './support/cluster/stream';
import { createRandom, createTime, turn } from './support/time';

/** What happens between two processes, one of which follows what the other says. */
type Step = { after: number; who: 0 | 1 } & (
  | { do: 'say' | 'follow' | 'leave' | 'cut' | 'trim' }
  | { do: 'late' | 'lose' | 'empty' | 'restart'; ms: number }
);

const VISITORS = ['ada', 'bob'];
const after = fc.constantFrom(0, 1, 3, 10, 100, 1000);
const who = fc.constantFrom<0 | 1>(0, 1);
const often = fc.constantFrom('say' as const, 'say' as const, 'say' as const, 'follow' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ after, who, do: often }) },
  {
    weight: 3,
    arbitrary: fc.record({
      after,
      who,
      do: fc.constantFrom('leave' as const, 'cut' as const, 'cut' as const, 'trim' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      after,
      who,
      do: fc.constantFrom('late' as const, 'lose' as const, 'empty' as const, 'restart' as const),
      ms: fc.constantFrom(10, 200, 1500, 3000),
    }),
  },
);
const schedules = fc.record({
  seed: fc.nat(),
  steps: fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
});

/** How long after the last fault everything has come, and how long a topic is heard that nobody follows; ms. */
const HEALED_MS = 8000;
const LEFT_MS = 12_000;
const quiet = { warn: () => undefined };

/** What one process hears of one visitor: what it must, since it was told that it hears. */
type Ear = { isFollowed: boolean; owed: string[]; heard: string[] };

/** @returns a sentence for each event that is missing, or out of order */
const play = async (
  { seed, steps }: { seed: number; steps: Step[] },
  spoil: (bus: Bus) => Bus = (bus) => bus,
): Promise<{ problems: string[]; gaps: number; strangers: number }> => {
  const random = createRandom(seed);
  const time = createTime(1_700_000_000_000, () => undefined);
  const stream = createStream(time, random);
  const [speaker, line] = [stream.connect(0), stream.connect(1)];
  const speaking = createRedisBus(speaker.connection, time, quiet);
  const bus = createRedisBus(line.connection, time, quiet);
  const hearing = spoil(bus);
  const ears: Ear[] = VISITORS.map(() => ({ isFollowed: false, owed: [], heard: [] }));
  const [gaps, strangers] = [{ count: 0 }, { count: 0 }];
  const earOf = ({ publication }: BusEvent): Ear | undefined =>
    publication.to === 'visitor' ? ears[VISITORS.indexOf(publication.appUserId)] : undefined;
  bus.hear(
    (event) => {
      earOf(event)?.heard.push(event.id);
      if (!earOf(event)) strangers.count++;
    },
    () => {
      gaps.count++;
      // Clients read from the database what is there now.
      for (const ear of ears) ear.owed.length = 0;
    },
  );
  speaking.hear(
    () => undefined,
    () => undefined,
  );
  let said = 0;
  let sending = Promise.resolve();
  const say = (which: number): void => {
    const id = `e${++said}`;
    const publications = [VISITORS[which], `stranger ${said}`].map((appUserId) => ({
      to: 'visitor' as const,
      appUserId: String(appUserId),
      event: {},
    }));
    const [own, other] = publications as [(typeof publications)[0], (typeof publications)[0]];
    const ear = ears[which] as Ear;
    const events = [
      { id: `${id}x`, publication: other },
      { id, publication: own },
    ];
    // As rows do, what was not sent is sent again.
    const send = (): Promise<void> =>
      speaking.send(events).catch(
        () =>
          new Promise<void>((resolve) => {
            time.after(100, () => resolve(send()));
          }),
      );
    sending = sending.then(() => {
      // A client reads what was there when it was told.
      if (ear.isFollowed) ear.owed.push(id);
      return send();
    });
  };
  const take = async ({ who: which, ...step }: Step): Promise<void> => {
    const ear = ears[which] as Ear;
    switch (step.do) {
      case 'say':
        return say(which);
      case 'follow':
        // The client is told that it hears, and reads what there is.
        void hearing
          .follow?.(visitorTopic(String(VISITORS[which])), () => ear.isFollowed)
          .then(() => {
            ear.isFollowed = true;
          });
        return;
      case 'leave':
        ear.isFollowed = false;
        ear.owed.length = 0;
        return;
      case 'cut':
        return line.cut();
      case 'trim':
        return stream.trim();
      case 'late':
        return line.readLate(step.ms);
      case 'lose':
        stream.lose();
        time.after(step.ms, stream.find);
        return;
      case 'empty':
      case 'restart':
        stream.lose();
        if (step.do === 'empty') stream.empty();
        time.after(step.ms, stream.find);
    }
  };
  await time.advance(1000);
  for (const step of steps) {
    await time.advance(step.after);
    await take(step);
  }
  stream.heal();
  line.heal();
  await time.advance(HEALED_MS);
  // Live again, as it was before.
  for (const which of [0, 1]) say(which);
  await time.advance(HEALED_MS);
  const problems = ears.flatMap(({ isFollowed, owed, heard }, i) => {
    const once = heard.filter((id, at) => heard.indexOf(id) === at);
    const missing = isFollowed ? owed.filter((id) => !once.includes(id)) : [];
    const numbers = once.map((id) => Number(id.slice(1)));
    const isOrdered = numbers.every((number, at) => at === 0 || number > Number(numbers[at - 1]));
    return [
      ...missing.map((id) => `${VISITORS[i]} misses ${id}`),
      ...(isOrdered ? [] : [`${VISITORS[i]} hears ${once.join()}`]),
    ];
  });
  for (const ear of ears) ear.isFollowed = false;
  await time.advance(LEFT_MS);
  const before = ears.map(({ heard }) => heard.length).join();
  for (const which of [0, 1]) say(which);
  await time.advance(100);
  if (ears.map(({ heard }) => heard.length).join() !== before) problems.push('hears what nobody follows');
  await Promise.all([bus.close(), speaking.close()]);
  return { problems, gaps: gaps.count, strangers: strangers.count };
};

const check = (numRuns: number, spoil?: (bus: Bus) => Bus) =>
  fc.check(
    fc.asyncProperty(schedules, async (schedule) => {
      await turn();
      const { problems, strangers } = await play(schedule, spoil);
      if (problems.length > 0) throw new Error(problems[0]);
      if (strangers > 0) throw new Error('hears what nobody has followed');
    }),
    { numRuns, seed: Number(process.env.FAULT_SEED ?? 1), endOnFailure: spoil !== undefined },
  );

it('a process hears everything that its clients follow, from when they are told so, and nothing else', async () => {
  const result = await check(Math.ceil(Number(process.env.FAULT_SCHEDULES ?? 4000) / 20));
  expect([result.failed, result.counterexample, result.errorInstance]).toEqual([false, null, null]);
});

it('schedules notice when a client is told too early that it hears', async () => {
  const early = (bus: Bus): Bus => ({
    ...bus,
    follow: async (topic, isFollowed) => void bus.follow?.(topic, isFollowed),
  });
  expect((await check(1000, early)).failed).toBe(true);
});
