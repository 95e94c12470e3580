import * as fc from 'fast-check';
import { expect } from 'vitest';
import { desksSchedulesBeside, WHOLE } from '../../support/amounts.mjs';
import { playTwoDesks } from './cluster/play';
import { type DeskFault, desksSchedules } from './cluster/schedule';
import type { FaultKind } from './link';
import { play } from './play';
import { schedules } from './schedule';
import { turn } from './time';
import type { World } from './world';

export const SHARDS = 2;

/**
 * Minimum share of schedules in which each kind of fault must take effect; below it the kind counts as
 * untested.
 */
const LEAST_SHARE = 0.05;

const KINDS: readonly FaultKind[] = [
  'requestLost',
  'answerLost',
  'delay',
  'duplicate',
  'reorder',
  'oneWayLoss',
  'reset',
  '401',
  '403',
  '429',
  '500',
  'foreign',
  'portal',
  'tokenExpiry',
  'serverKill',
  'logReset',
  'tabKill',
  'sleep',
  'clockSkew',
  'twoTabs',
  'lateMessenger',
  'fileLost',
];

const DESK_KINDS: readonly (FaultKind | DeskFault)[] = [
  'late',
  'unheard',
  'half',
  'dies',
  'undone',
  'readLate',
  'busLost',
  'emptied',
  'trimmed',
  'deskKill',
  'agentMoves',
  'cut',
  'revoke',
  'reset',
  'twoTabs',
];

/** A kind of schedules, how they are played, and the faults that must take effect in some of them. */
type Family<Schedule> = {
  schedules: fc.Arbitrary<Schedule>;
  play: (schedule: Schedule) => Promise<{ problems: string[]; world: World }>;
  kinds: readonly (FaultKind | DeskFault)[];
  /** How many there are beside so many of one process. */
  amountOf: (schedules: number) => number;
};

/**
 * Plays this shard's share of the schedules. FAULT_SCHEDULES sets the total number of those of one process, of which the
 * others are a part, and FAULT_SEED the seed.
 * FAULT_PATH starts with one particular schedule; a failure prints its path.
 */
const playFamily = async <Schedule>(family: Family<Schedule>, shard: number): Promise<void> => {
  const total = family.amountOf(Number(process.env.FAULT_SCHEDULES ?? WHOLE.schedules));
  const numRuns = Math.ceil(total / SHARDS);
  const seed = Number(process.env.FAULT_SEED ?? 1) * SHARDS + shard;
  const met = new Map<FaultKind | DeskFault, number>();
  let runs = 0;
  const started = performance.now();
  const cpu = process.cpuUsage();
  const result = await fc.check(
    fc.asyncProperty(family.schedules, async (schedule) => {
      // A schedule never leaves the promises; the test runner needs the event loop now and then.
      await turn();
      const { problems, world } = await family.play(schedule);
      runs++;
      for (const kind of world.seen) met.set(kind, (met.get(kind) ?? 0) + 1);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    }),
    { numRuns, seed, path: process.env.FAULT_PATH },
  );
  if (result.failed) {
    const { counterexample, counterexamplePath, errorInstance } = result;
    const again = `FAULT_SEED=${process.env.FAULT_SEED ?? 1} FAULT_PATH=${counterexamplePath}`;
    throw new Error(
      `${(errorInstance as Error).message}\nafter ${result.numRuns} schedules; shard ${shard} again: ${again}\n` +
        `the smallest schedule that fails:\n${JSON.stringify(counterexample?.[0])}`,
    );
  }
  const each = ((performance.now() - started) / runs).toFixed(1);
  const used = process.cpuUsage(cpu);
  const busy = ((used.user + used.system) / 1000 / runs).toFixed(1);
  const shares = family.kinds.map((kind) => [kind, (met.get(kind) ?? 0) / runs] as const);
  console.log(
    `shard ${shard}: ${runs} schedules of seed ${seed}, ${each} ms each (${busy} ms of processor time); lost, doubled, misordered: 0, 0, 0`,
  );
  console.log(shares.map(([kind, share]) => `${kind} ${(share * 100).toFixed(1)}%`).join(', '));
  // In a part of the schedules, a share may be less by chance: by two standard deviations.
  const isWhole = runs >= family.amountOf(WHOLE.schedules) / SHARDS;
  const chance = isWhole ? 0 : 2 * Math.sqrt((LEAST_SHARE * (1 - LEAST_SHARE)) / runs);
  expect(shares.filter(([, share]) => share < LEAST_SHARE - chance)).toEqual([]);
};

/** Plays schedules of one process. @param shard 1 for the first shard */
export const playShard = (shard: number): Promise<void> =>
  playFamily({ schedules, play, kinds: KINDS, amountOf: (schedules) => schedules }, shard);

/** Plays schedules of two processes. @param shard 1 for the first shard */
export const playDesksShard = (shard: number): Promise<void> =>
  playFamily(
    { schedules: desksSchedules, play: playTwoDesks, kinds: DESK_KINDS, amountOf: desksSchedulesBeside },
    shard,
  );
