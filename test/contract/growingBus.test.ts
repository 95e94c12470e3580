import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { createRedisBus } from '../../examples/support-desk/server/redis/redisBus';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  type Listening,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { forThisTest } from '../support/forThis';
import { createMemoryStore } from '../support/memory/memoryStore';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

const STEPS = 60;
const WORDS = 'a word of an answer '.repeat(200).slice(0, 3900);
const SETTINGS = { limits: { messages: { points: 1000, seconds: 60 } } };

const textAt = (step: number): string => WORDS.slice(0, Math.round((WORDS.length * step) / STEPS));

type Version = { text?: string; grown?: number; growing?: boolean };

describe.skipIf(!REDIS)('an answer that grows, between processes', { timeout: 60_000 }, () => {
  const { open } = withRedis();

  const createProcesses = () => {
    const store = createMemoryStore('log');
    const agentToken = randomBytes(12).toString('hex');
    return async (): Promise<Desk> => {
      const bus = createRedisBus(await open(), createClock(), { warn: () => undefined });
      return forThisTest(startDesk({ store, agentToken, bus, settings: SETTINGS }));
    };
  };
  const versions = ({ events }: Listening): Version[] =>
    events.flatMap(({ message }) => {
      const version = (message ?? {}) as Version;
      return version.grown === undefined ? [] : [version];
    });
  const newest = (listening: Listening): Version | undefined =>
    versions(listening).reduce<Version | undefined>(
      (best, one) => (best && Number(best.grown) > Number(one.grown) ? best : one),
      undefined,
    );
  /** The numbers of versions that came with another text than theirs. */
  const wrong = (listening: Listening) =>
    versions(listening).flatMap(({ text, grown = 0 }) =>
      grown > 0 && text !== textAt(grown) ? [grown] : [],
    );
  /** @param listen called before the answer begins */
  const begin = async (desk: Desk, listen = async (_: Visitor) => [] as Listening[]) => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'How long?');
    const heard = await listen(visitor);
    const path = `/conversations/${visitor.conversationId}/messages`;
    const { body } = await agent(desk)('POST', path, { text: 'a', growing: true });
    const id = String(body.messages[0]?._id);
    const grow = async (by: Desk, step: number) => {
      const text = textAt(step);
      const answer = await agent(by)('PATCH', `${path}/${id}`, { text, growing: step < STEPS });
      expect(answer.status).toBe(200);
    };
    return { visitor, grow, heard };
  };

  it('is sent as differences, and every version reaches the other process whole', async () => {
    const start = createProcesses();
    const [one, two] = [await start(), await start()];
    const { grow, heard } = await begin(one, async (visitor) => [
      await listenAsVisitor(two, visitor),
      await listenAsAgent(two),
    ]);
    // Its program may reach another process with each step.
    for (let step = 1; step <= STEPS; step++) await grow(step % 7 === 0 ? two : one, step);
    for (const listening of heard) {
      await expect.poll(() => newest(listening)?.grown).toBe(STEPS);
      await expect
        .poll(() => new Set(versions(listening).map(({ grown }) => grown)).size)
        .toBeGreaterThanOrEqual(STEPS);
      expect(wrong(listening)).toEqual([]);
    }
    const { client } = await open();
    const entries = await client.xrange('events', '-', '+');
    const growing = entries.filter(([, fields]) => fields.join().includes('"grown"'));
    const bytes = growing.reduce((sum, [, fields]) => sum + fields.join('').length, 0);
    console.log(
      `${growing.length} events of an answer of ${WORDS.length} characters in ${STEPS} steps: ${bytes} bytes.`,
    );
    expect(bytes).toBeLessThan(100_000);
    for (const listening of heard) await listening.stop();
  });

  it('is whole in a process that begins in its middle, which does not know what it differs from', async () => {
    const start = createProcesses();
    const [one, two] = [await start(), await start()];
    const { visitor, grow } = await begin(one);
    for (let step = 1; step <= 10; step++) await grow(one, step);
    const late = await start();
    const heard = await Promise.all(
      [late, two].flatMap((desk) => [listenAsVisitor(desk, visitor), listenAsAgent(desk)]),
    );
    await grow(one, 11);
    for (const listening of heard)
      await expect.poll(() => newest(listening)).toMatchObject({ grown: 11, growing: true });
    for (let step = 12; step <= STEPS; step++) await grow(one, step);
    for (const listening of heard) {
      await expect.poll(() => newest(listening)?.grown).toBe(STEPS);
      expect(newest(listening)).toMatchObject({ text: WORDS });
      expect(wrong(listening)).toEqual([]);
      await listening.stop();
    }
  });
});
