import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LIMIT_NAMES, LIMITS } from '../../examples/support-desk/server/limits/table';
import { startDesk } from '../support/desk';
import { start } from '../support/deskProcess';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { type Attack, attacks, type Tally, type Target } from '../support/hostileRuns';
import { quantile } from '../support/quantile';

/** `npm run test:long -- hostile`: a desk of its own process, its usual limits, and so many seconds of each attack. */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 0);
const OTHERS = SECONDS > 0 ? 30 : 10;
/** How often each of the others posts, in ms: as often as its limit allows. In the short form, so many times at once. */
const POST_EVERY_MS = 1_200;
const POSTS = 3;
const ATTACKER = fileURLToPath(new URL('../support/attacker.ts', import.meta.url));
const AGENT_TOKEN = 'a-token-of-the-hostile-runs';

/** A tenth of the usual limits, so that an attack soon reaches them; all the messages, which the others send. */
const FEW = Object.fromEntries(
  LIMIT_NAMES.filter((name) => !/messages$/i.test(name)).map((name) => [
    name,
    { points: Math.ceil(LIMITS[name].points / 10) },
  ]),
);

const desk = await forThisFile(
  SECONDS > 0
    ? (async () => {
        const folder = folderForThisFile();
        const { origin, end } = await start({ DATA_DIR: folder, AGENT_TOKEN });
        const close = async () => {
          await end('SIGTERM');
        };
        return { origin, appId: 'porch', close };
      })()
    : startDesk({ agentToken: AGENT_TOKEN, settings: { limits: { ...FEW, sockets: 20 } } }),
);
const sdk = `${desk.origin}/sc/sdk/v2/apps/${desk.appId}`;

type Other = Target['visitor'] & { address: string; sent: string[] };

const call = async (other: Pick<Other, 'address' | 'authorization'>, path: string, body?: object) => {
  const answer = await fetch(sdk + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': other.address,
      authorization: other.authorization,
    },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

/** A visitor at an address of their own. */
const visit = async (i: number): Promise<Other> => {
  const address = `198.51.100.${i}`;
  const client = { id: `other${i}`, platform: 'web' };
  const { body } = await call({ address, authorization: '' }, '/appusers', {
    client,
    intent: 'conversation:start',
  });
  const id = body.appUser._id;
  return {
    address,
    id,
    authorization: `Basic ${btoa(`${id}:${body.sessionToken}`)}`,
    conversationId: body.conversations[0]._id,
    sent: [],
  };
};

/** Posts one message. @returns how long it took, in ms */
const say = async (other: Other): Promise<number> => {
  const text = `text ${other.sent.length}`;
  const began = performance.now();
  const { status } = await call(other, `/conversations/${other.conversationId}/messages`, {
    author: { role: 'appUser', appUserId: other.id },
    message: { type: 'text', text },
  });
  expect(status).toBe(201);
  other.sent.push(text);
  return performance.now() - began;
};

/** The others post for a while. @returns how long each post took, in ms */
const talk = async (others: Other[]): Promise<number[]> => {
  const until = performance.now() + SECONDS * 1000;
  const took: number[] = [];
  await Promise.all(
    others.map(async (other, i) => {
      if (SECONDS > 0)
        await new Promise((resolve) => setTimeout(resolve, (i * POST_EVERY_MS) / others.length));
      for (let posts = 0; SECONDS > 0 ? performance.now() < until : posts < POSTS; posts++) {
        const ms = await say(other);
        took.push(ms);
        if (SECONDS > 0) await new Promise((resolve) => setTimeout(resolve, Math.max(0, POST_EVERY_MS - ms)));
      }
    }),
  );
  return took;
};

const words = (tally: Tally): string =>
  [...tally].map(([status, times]) => `${times} × ${status || 'closed'}`).join(', ');

const targetFor = (visitor: Other): Target => ({
  origin: desk.origin,
  appId: desk.appId,
  agentToken: AGENT_TOKEN,
  attacker: visitor.address,
  visitor,
});

/** Attacks from a process of its own, whose work does not count as the desk's, while the others talk. */
const attackFromOutside = async ({ name }: Attack, others: Other[], visitor: Other) => {
  const args = ['--import', 'tsx', ATTACKER, name, JSON.stringify(targetFor(visitor))];
  const attacker = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(attacker.stdout, 'data');
  const answered = text(attacker.stdout);
  attacker.stdin.write('go\n');
  const took = await talk(others);
  attacker.stdin.end();
  return { took, tally: new Map(JSON.parse(await answered)) as Tally };
};

/** Attacks while the others talk, and until the desk has refused where it does. */
const attack = async ({ run, isLimited }: Attack, others: Other[], visitor: Other) => {
  let over = false;
  const refused = (tally: Tally) => !isLimited || (tally.get(429) ?? 0) >= 10;
  const attacking = run(targetFor(visitor), (tally) => over && refused(tally));
  const took = await talk(others);
  over = true;
  return { took, tally: await attacking };
};

const all = attacks(SECONDS === 0);
const others = await Promise.all(Array.from({ length: OTHERS }, (_, i) => visit(i + 1)));

/** Each attack has a visitor of its own, and the desk's answer without any is its measure. */
it.each(all)('others are answered and lose nothing during an attack with $name', async (one) => {
  const visitor = await visit(100 + all.indexOf(one));
  const usual = SECONDS > 0 ? await talk(others) : [];
  const { took, tally } = await (SECONDS > 0 ? attackFromOutside : attack)(one, others, visitor);
  if (one.isLimited) expect(tally.get(429) ?? 0).toBeGreaterThan(0);
  for (const other of others) {
    const { body } = await call(other, `/conversations/${other.conversationId}`);
    const texts = other.sent.slice(-body.messages.length);
    expect(body.messages.map(({ text }: { text: string }) => text)).toEqual(texts);
  }
  if (SECONDS === 0) return;
  const [before, during] = [usual, took].map((times) => Math.round(quantile(times, 0.99))) as [
    number,
    number,
  ];
  console.log(
    `${one.name}: p50 ${quantile(usual, 0.5).toFixed(0)} → ${quantile(took, 0.5).toFixed(0)} ms, p99 ${before} → ${during} ms; ${words(tally)}`,
  );
  expect(during).toBeLessThan(2 * before);
});
