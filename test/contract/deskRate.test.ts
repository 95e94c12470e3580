import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectThinly, type ThinConnection } from '../load/thinConnection';
import type { Desk } from '../support/desk';
import { basic, createVisitor, type Visitor } from '../support/deskClient';
import { folderForThisTest } from '../support/folder';
import { buildOlderDesk, hasCommit } from '../support/olderDesk';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { quantile } from '../support/quantile';
import { REDIS, type RedisServer, startRedis } from '../support/redis';

/** `npm run test:long -- rate` sets it: how long each turn takes. */
const SECONDS = Number(process.env.RATE_SECONDS ?? 0);
/** The commit that this version is compared with. */
const FORMER = '7eda988e';
const NOW = fileURLToPath(new URL('../../examples/support-desk/build/main.js', import.meta.url));
/** Half of them are visitors' posts, half answers. */
const LANES = 24;
/** Each version has so many turns, after one that counts nothing. */
const TURNS = 4;
/** The 99th percentile of two runs of one version differs by as much. */
const NOISE = 1.1;
const TOKEN = 'the-token-of-the-desk-in-a-process';

type Version = {
  child: ChildProcess;
  lanes: { connection: ThinConnection; visitor: Visitor }[];
  times: number[];
  ms: number;
};

const startVersion = async (main: string, env: Record<string, string>): Promise<Version> => {
  const child = spawn(process.execPath, [main], {
    cwd: join(main, '../../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folderForThisTest(),
      AGENT_TOKEN: TOKEN,
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  while (!/^Data:.*\n/m.test(output)) {
    if (child.exitCode !== null) throw new Error(`${main} did not start`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const origin = `http://127.0.0.1:${/localhost:(\d+)\/agent/.exec(output)?.[1]}`;
  const desk = { origin, appId: 'porch', agentToken: TOKEN } as unknown as Desk;
  const lanes: Version['lanes'] = [];
  for (let n = 0; n < LANES; n++)
    lanes.push({ visitor: await createVisitor(desk), connection: await connectThinly(origin) });
  return { child, lanes, times: [], ms: 0 };
};

let sent = 0;

/** Each lane posts again once it has an answer. @returns the times of the posts, in ms */
const turn = async ({ lanes }: Version): Promise<number[]> => {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const post = async ({ connection, visitor }: Version['lanes'][number], isVisitor: boolean) => {
    const text = `message ${++sent}`;
    const path = `/conversations/${visitor.conversationId}/messages`;
    if (!isVisitor)
      return connection.post(`/agent/api${path}`, `Bearer ${TOKEN}`, { message: { type: 'text', text } });
    const client = { platform: 'web', id: 'client-1' };
    return connection.post(`/sc/sdk/v2/apps/porch${path}`, basic(visitor.id, visitor.sessionToken), {
      author: { role: 'appUser', appUserId: visitor.id, sessionId: 'session-1', client },
      message: { role: 'appUser', type: 'text', text, referenceId: `rate-${sent}` },
    });
  };
  const work = async (lane: Version['lanes'][number], n: number): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      expect(await post(lane, n % 2 === 0)).toBe(201);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(lanes.map(work));
  return times;
};

const rateOf = ({ times, ms }: Version): number => (times.length * 1000) / ms;

describe.skipIf(SECONDS === 0)('the rate of messages', { timeout: 900_000 }, () => {
  let postgres: PostgresServer | undefined;
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    if (!hasCommit(FORMER) || !POSTGRES || !REDIS)
      throw new Error(`This needs PostgreSQL, Redis, and the history of Git back to ${FORMER}`);
    postgres = await startPostgres();
    redis = await startRedis();
  });
  afterAll(async () => {
    await postgres?.close();
    await redis?.stop();
  });

  it.each([
    ['on PostgreSQL', 2.5],
    ['on PostgreSQL with Redis', 2],
    ['on the embedded database', 1.5],
  ] as const)(
    '%s is %s times that of the former version, and the slowest are not slower',
    async (where, times) => {
      const versions: Version[] = [];
      try {
        for (const main of [buildOlderDesk(FORMER), NOW]) {
          const env: Record<string, string> = {};
          if (where !== 'on the embedded database') env.DATABASE_URL = (await postgres?.newDatabase()) ?? '';
          // Former versions share what is in Redis.
          if (where.endsWith('Redis')) env.REDIS_URL = `${redis?.url}/${versions.length}`;
          versions.push(await startVersion(main, env));
        }
        for (let round = 0; round <= TURNS; round++)
          for (const version of versions) {
            const began = performance.now();
            const took = await turn(version);
            if (round === 0) continue;
            version.times.push(...took);
            version.ms += performance.now() - began;
            await pause(200);
          }
        const [before, now] = versions as [Version, Version];
        const ratio = rateOf(now) / rateOf(before);
        const line = (version: Version) =>
          `${rateOf(version).toFixed(0)}/s, p50 ${quantile(version.times, 0.5).toFixed(0)} ms, p99 ${quantile(version.times, 0.99).toFixed(0)} ms`;
        console.log(`${where}: ${line(before)} before, ${line(now)} now: ${ratio.toFixed(2)} times`);
        expect(ratio).toBeGreaterThanOrEqual(times);
        expect(quantile(now.times, 0.99)).toBeLessThanOrEqual(quantile(before.times, 0.99) * NOISE);
      } finally {
        for (const { child, lanes } of versions) {
          for (const { connection } of lanes) connection.end();
          child.kill('SIGTERM');
          if (child.exitCode === null) await once(child, 'exit');
        }
      }
    },
  );
});
