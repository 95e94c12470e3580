/**
 * `npm run test:long -- nodes`: what one process of several pays for what the others do. Each process has the bus of a desk on
 * one Redis, and 100 visitors. The first sends the same all the time; the others, which only send, ten times as much in each second
 * phase. Beside it runs the bus of an earlier commit, in turns.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { root } from '../../scripts/run.mjs';
import { type RedisServer, startRedis } from '../support/redis';

/** The last commit whose processes read everything. */
const OLDER = 'f8a3215e';
const COUNTS = (process.env.NODES_COUNTS ?? '3,6,12').split(',').map(Number);
const OWN = 100;
/** What each of the others sends a second. */
const OTHERS = 30;
const TIMES = 10;
const ROUNDS = 3;
/** By how much the processor time of the first may grow. */
const MOST = 1.1;

const seconds = Number(process.env.NODES_SECONDS ?? 8);
type Seen = { cpu: number; heard: number; sent: number; failed: number };
type Kind = { name: string; folder: string };
type Running = {
  kind: Kind;
  server: RedisServer;
  redis: Redis;
  children: ChildProcess[];
  few: number[];
  many: number[];
  said: string;
};

const older = join(root, 'test/output', `bus-${OLDER}`);
const unpack = (): boolean => {
  if (existsSync(older)) return true;
  try {
    mkdirSync(older, { recursive: true });
    const paths = ['examples/support-desk/server', 'examples/support-desk/shared'];
    const tar = execFileSync('git', ['archive', OLDER, ...paths], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', older], { input: tar });
    return true;
  } catch {
    return false;
  }
};

const ask = async (child: ChildProcess, wanted: { rate?: number } = {}): Promise<Seen> => {
  const answer = once(child, 'message');
  child.send(wanted);
  return (await answer)[0] as Seen;
};
const start = async (
  { folder }: Kind,
  url: string,
  count: number,
  inbox: boolean,
): Promise<ChildProcess[]> => {
  const children = Array.from({ length: count }, (_, i) => {
    const mode = i > 0 ? 'sends' : inbox ? 'inbox' : 'visitors';
    const args = [folder, url, String.fromCharCode(97 + i), mode];
    return fork(join(root, 'test/load/node.ts'), args, { execArgv: ['--import', 'tsx'] });
  });
  await Promise.all(
    children.map((child) =>
      Promise.race([once(child, 'message'), once(child, 'exit').then(() => process.exit(1))]),
    ),
  );
  return children;
};
/** @returns the processor time that Redis has used, ms */
const redisTime = async (redis: Redis): Promise<number> => {
  const said = await redis.info('cpu');
  const of = (name: string) => Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(said)?.[1]);
  return (of('user') + of('sys')) * 1000;
};
/**
 * @returns the processor time of the first and of Redis in ms a second, what the first heard and sent, and what the others sent,
 * a second
 */
const measure = async ({ children, redis }: Running, rate: number) => {
  const [first, ...others] = children as [ChildProcess, ...ChildProcess[]];
  await Promise.all(children.map((child) => ask(child, { rate: child === first ? OWN : rate })));
  await wait(1000);
  const look = () => Promise.all(children.map((child) => ask(child)));
  const [before, used, began] = [await look(), await redisTime(redis), performance.now()];
  await wait(seconds * 1000);
  const [after, usedNow, took] = [await look(), await redisTime(redis), (performance.now() - began) / 1000];
  await Promise.all(children.map((child) => ask(child, { rate: 0 })));
  const grown = (name: keyof Seen, i: number) =>
    (Number(after[i]?.[name]) - Number(before[i]?.[name])) / took;
  return {
    cpu: grown('cpu', 0),
    redis: (usedNow - used) / took,
    heard: grown('heard', 0),
    own: grown('sent', 0),
    others: others.reduce((sum, _, i) => sum + grown('sent', i + 1), 0),
    failed: children.reduce((sum, _, i) => sum + grown('failed', i), 0),
  };
};
const middle = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const kinds: Kind[] = [{ name: 'by topic', folder: root }];
if (unpack()) kinds.unshift({ name: 'all', folder: older });
let worst = 0;
for (const inbox of [false, true])
  for (const count of COUNTS) {
    const running: Running[] = [];
    for (const kind of kinds) {
      const server = await startRedis();
      const children = await start(kind, server.url, count, inbox);
      running.push({ kind, server, redis: new Redis(server.url), children, few: [], many: [], said: '' });
    }
    // The first time, code compiles.
    for (const one of running) for (const times of [TIMES, 1, TIMES]) await measure(one, OTHERS * times);
    for (let round = 0; round < ROUNDS; round++)
      for (const one of running) {
        const few = await measure(one, OTHERS);
        const many = await measure(one, OTHERS * TIMES);
        one.few.push(few.cpu / few.own);
        one.many.push(many.cpu / many.own);
        one.said = `others ${few.others.toFixed(0)} → ${many.others.toFixed(0)} messages/s, heard ${few.heard.toFixed(0)} → ${many.heard.toFixed(0)} events/s; Redis ${((many.redis * 1000) / (many.own + many.others) / 2).toFixed(0)} µs an event`;
        if (few.failed + many.failed > 0) one.said += ', some failed';
      }
    for (const { kind, few, many, said, children, server, redis } of running) {
      const [a, b] = [middle(few), middle(many)];
      if (kind.folder === root && !inbox) worst = Math.max(worst, b / a);
      console.log(
        `${count} processes, ${inbox ? 'the first with an inbox' : 'visitors only'}, ${kind.name}: ` +
          `${a.toFixed(2)} → ${b.toFixed(2)} ms of processor for each own message (${(b / a).toFixed(2)} times); ${said}`,
      );
      for (const child of children) child.kill();
      redis.disconnect();
      await server.stop();
    }
  }
if (worst > MOST) console.log(`FAILED: the first pays ${worst.toFixed(2)} times as much`);
process.exit(worst > MOST ? 1 : 0);
