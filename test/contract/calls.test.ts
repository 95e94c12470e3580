import { beforeEach, describe, expect, it } from 'vitest';
import { type CallStore, createCallStore } from '../../examples/support-desk/server/domain/voice/callStore';
import { createCalls } from '../../examples/support-desk/server/domain/voice/calls';
import type { RedisConnection } from '../../examples/support-desk/server/redis/connectRedis';
import { createRedisCallStore } from '../../examples/support-desk/server/redis/redisCalls';
import type { AgentEvent } from '../../examples/support-desk/shared/answers/events';
import type { Signal } from '../../src/wire/voice';
import { createFakeClock } from '../support/fakeClock';
import { REDIS } from '../support/redis';
import { withRedis } from '../support/redisSuite';

/** Makes the stores of two processes that share their calls. */
type CreateStores = (deps: { now: () => number }) => [CallStore, CallStore];

const candidate = (n: number): Signal => ({
  type: 'candidate',
  candidate: `candidate:${n}`,
  sdpMid: null,
  sdpMLineIndex: null,
});
const END = (reason: string) => [{ type: 'end', reason }];

/** @param firstDies the timers of the first process never run */
const setUpCalls = (createStores: CreateStores, firstDies = false) => {
  const clock = createFakeClock();
  let made = 0;
  const told: AgentEvent[] = [];
  const missed: string[] = [];
  const here = new Set<string>();
  const [one, two] = createStores(clock).map((store, i) =>
    createCalls({
      clock: firstDies && i === 0 ? { now: clock.now, after: () => () => undefined } : clock,
      store,
      newId: () => `call${++made}`,
      newToken: () => `token${made}`,
      publisher: { toAgents: (event) => void told.push(event) },
      whoIsOnline: async () => here,
      missed: async (userId) => void missed.push(userId),
    }),
  ) as [ReturnType<typeof createCalls>, ReturnType<typeof createCalls>];
  const place = (calls = one, userId = 'ann') =>
    calls.place({
      unheard: false,
      userId,
      visitor: 'Ann',
      nameFrom: 'desk',
      lineId: 'default',
      recordingConsent: 'unknown',
    });
  const states = () => told.flatMap((event) => (event.type === 'call' ? [event.call.state] : []));
  return { clock, one, two, place, states, missed, here, told };
};

const callsSuite = (createStores: CreateStores): void => {
  const setUp = () => setUpCalls(createStores);

  it('are answered on another process than the one where they began, and carry signals both ways', async () => {
    const { one, two, place, states } = setUp();
    const { id } = await place();
    expect(await two.open()).toMatchObject([{ id, state: 'ringing' }]);
    await one.pass(id, [candidate(1)]);
    const held = one.ask(id, 'visitor', 0);
    expect(await two.answer(id, { name: 'Maya' })).toMatchObject({ state: 'answered', agent: 'Maya' });
    expect(await held).toEqual({ signals: [{ type: 'agent', name: 'Maya' }], next: 1 });
    expect(await two.ask(id, 'agent', 0)).toEqual({ signals: [candidate(1)], next: 1 });
    const waiting = one.ask(id, 'visitor', 1);
    await two.pass(id, [candidate(2), candidate(3)], 'maya');
    expect(await waiting).toEqual({ signals: [candidate(2), candidate(3)], next: 3 });
    await one.pass(id, [{ type: 'end', reason: 'hungUp' }]);
    expect((await two.ask(id, 'agent', 1)).signals).toEqual(END('hungUp'));
    expect([await one.open(), await two.open(), states()]).toEqual([
      [],
      [],
      ['ringing', 'answered', 'ended'],
    ]);
  });

  it('are given to one agent of several who answer at once', async () => {
    const { one, two, place } = setUp();
    const { id } = await place();
    const answers = await Promise.allSettled([
      one.answer(id, { name: 'Maya' }),
      two.answer(id, { name: 'Jonas' }),
    ]);
    const [refused, ...others] = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    expect([refused.code, others]).toEqual(['conflict', []]);
  });

  it('ring on for the others who are there when an agent declines, and end when all have', async () => {
    const { one, two, place, states, missed, here, told } = setUp();
    for (const id of ['maya', 'jonas', 'ada']) here.add(id);
    const { id } = await place();
    const decline = (calls: typeof one, by: string) =>
      calls.pass(id, [{ type: 'end', reason: 'declined' }], by);
    await decline(two, 'maya');
    await decline(two, 'maya');
    expect(await one.open()).toMatchObject([{ state: 'ringing', declinedBy: ['maya'] }]);
    expect(told.at(-1)).toMatchObject({ type: 'call', call: { declinedBy: ['maya'] } });
    // A program is nobody who is there, and Ada leaves.
    await decline(one, 'key');
    here.delete('ada');
    expect([await two.open(), missed]).toMatchObject([[{ state: 'ringing' }], []]);
    await decline(one, 'jonas');
    expect((await one.ask(id, 'visitor', 0)).signals).toEqual(END('declined'));
    expect([await two.open(), missed, states().filter((state) => state === 'ended')]).toEqual([
      [],
      ['ann'],
      ['ended'],
    ]);
  });

  it('end once when the last two decline at once, and where nobody is there', async () => {
    const { one, two, place, missed, here } = setUp();
    for (const id of ['maya', 'jonas']) here.add(id);
    const { id } = await place();
    await Promise.all([
      one.pass(id, [{ type: 'end', reason: 'declined' }], 'maya'),
      two.pass(id, [{ type: 'end', reason: 'declined' }], 'jonas'),
    ]);
    expect([await one.open(), missed]).toEqual([[], ['ann']]);
    here.clear();
    const other = await place(one, 'bob');
    await two.pass(other.id, [{ type: 'end', reason: 'declined' }], 'maya');
    expect([await one.open(), missed]).toEqual([[], ['ann', 'bob']]);
  });

  it('go on when somebody declines what a colleague has just taken', async () => {
    const { one, two, place } = setUp();
    const { id } = await place();
    await one.answer(id, { name: 'Maya' });
    await two.pass(id, [{ type: 'end', reason: 'declined' }], 'jonas');
    expect(await two.open()).toMatchObject([{ state: 'answered' }]);
    await two.pass(id, [{ type: 'end', reason: 'hungUp' }], 'maya');
    expect(await two.open()).toEqual([]);
  });

  it('lose and double no signal when both ends send at once', async () => {
    const { one, two, place } = setUp();
    const { id } = await place();
    await two.answer(id, { name: 'Maya' });
    const numbers = Array.from({ length: 6 }, (_, n) => n);
    await Promise.all(
      numbers.flatMap((n) => [
        one.pass(id, [candidate(n)]),
        two.pass(id, [candidate(n)], 'maya'),
        one.ask(id, 'visitor', 0),
      ]),
    );
    for (const [side, after] of [
      ['agent', 0],
      ['visitor', 1],
    ] as const) {
      const { signals } = await one.ask(id, side, after);
      const got = signals.map((signal) => (signal.type === 'candidate' ? signal.candidate : signal.type));
      expect(got.sort()).toEqual(numbers.map((n) => `candidate:${n}`));
    }
  });

  it('end on both when the visitor calls anew, or the page says with its token that it is left', async () => {
    const { one, two, place, missed } = setUp();
    const first = await place();
    const held = one.ask(first.id, 'visitor', 0);
    const second = await place(two);
    expect((await held).signals).toEqual(END('hungUp'));
    expect(await one.open()).toMatchObject([{ id: second.id }]);
    await expect(one.leave(second.id, 'wrong')).rejects.toMatchObject({ code: 'not_found' });
    await one.leave(second.id, second.leaveToken);
    expect(await two.open()).toEqual([]);
    expect(missed).toEqual(['ann', 'ann']);
  });

  it('end when one end asks no more or nobody answers, whichever process is left', async () => {
    const { clock, one, two, place, missed } = setUp();
    const left = await place();
    await two.answer(left.id, { name: 'Maya' });
    await clock.advance(20_000);
    const other = await place(one, 'bob');
    await clock.advance(4_999);
    expect(await two.open()).toHaveLength(2);
    await clock.advance(1);
    expect(await two.open()).toMatchObject([{ id: other.id }]);
    await expect.poll(async () => (await two.ask(left.id, 'agent', 0)).signals).toEqual(END('gone'));
    for (let i = 0; i < 6; i++) {
      const held = one.ask(other.id, 'visitor', 0);
      await expect.poll(() => clock.waits()).toContain(10_000);
      await clock.advance(10_000);
      await held;
    }
    expect(await two.open()).toEqual([]);
    expect((await two.ask(other.id, 'visitor', 0)).signals).toEqual(END('noAnswer'));
    expect(missed).toEqual(['bob']);
  });

  it('end when the process where they began has died', async () => {
    const { clock, two, place, missed } = setUpCalls(createStores, true);
    const { id } = await place();
    await clock.advance(24_999);
    expect(await two.open()).toHaveLength(1);
    await clock.advance(1);
    expect(await two.open()).toEqual([]);
    expect(missed).toEqual(['ann']);
    await expect(two.answer(id, { name: 'Maya' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await two.ask(id, 'agent', 0)).signals).toEqual(END('gone'));
  });

  it('tell both how long answers take', async () => {
    const { clock, one, two, place } = setUp();
    expect(await two.averageWait()).toBeUndefined();
    const { id } = await place();
    await clock.advance(12_000);
    await two.answer(id, { name: 'Maya' });
    expect([await one.averageWait(), await two.averageWait()]).toEqual([12, 12]);
  });

  it('are unknown by any other id', async () => {
    const { one, place } = setUp();
    await place();
    for (const id of ['', 'call', '*', 'call1:', 'call1\n', '\0', '__proto__', 'x'.repeat(10_000)]) {
      await expect(one.ask(id, 'visitor', 0)).rejects.toMatchObject({ code: 'not_found' });
      await expect(one.ownerOf(id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(one.pass(id, [], 'maya')).rejects.toMatchObject({ code: 'not_found' });
    }
  });
};

describe('calls in memory', () => {
  callsSuite((deps) => {
    const store = createCallStore(deps);
    return [store, store];
  });
});

describe.skipIf(!REDIS)('calls in Redis', { timeout: 60_000 }, () => {
  const { server, open } = withRedis();
  let processes: [RedisConnection, RedisConnection];
  beforeEach(async () => {
    processes = [await open(), await open()];
  });
  const storeOf = ({ client, forSubscribing }: RedisConnection, deps: { now: () => number }) =>
    createRedisCallStore(client, forSubscribing(), deps);
  const createStores: CreateStores = (deps) => [storeOf(processes[0], deps), storeOf(processes[1], deps)];
  callsSuite(createStores);

  it('are unavailable at once while Redis is stopped, and gone when it is emptied', async () => {
    const { one, two, place } = setUpCalls(createStores);
    const { id } = await place();
    await server().stop();
    const away = { code: 'unavailable' };
    await expect(two.answer(id, { name: 'Maya' })).rejects.toMatchObject(away);
    await expect(one.ask(id, 'visitor', 0)).rejects.toMatchObject(away);
    await expect(place()).rejects.toMatchObject(away);
    await server().start();
    await expect.poll(() => two.open().catch(() => 'away')).toEqual([]);
    await expect.poll(() => one.ownerOf(id).catch(({ code }) => code)).toBe('not_found');
  });

  it('wake a question whose process has lost its connections meanwhile', async () => {
    const { one, two, place } = setUpCalls(createStores);
    const { id } = await place();
    const held = one.ask(id, 'visitor', 0);
    const [{ client }] = processes;
    await expect.poll(() => client.client('LIST')).toMatch(/sub=1/);
    for (let i = 0; i < 20; i++) {
      await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      await expect.poll(() => client.client('LIST'), { interval: 5 }).toMatch(/sub=1/);
    }
    await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await two.answer(id, { name: 'Maya' });
    expect((await held).signals).toMatchObject([{ type: 'agent' }]);
  });

  it('leave only keys that expire, without the token', async () => {
    const { one, place } = setUpCalls(createStores);
    const { id, leaveToken } = await place();
    await one.answer(id, { name: 'Maya' });
    const [{ client }] = processes;
    const keys = await client.keys('*');
    expect(keys.sort()).toEqual([`porch:desk:call:${id}`, 'porch:desk:callWaits', 'porch:desk:calls']);
    for (const key of keys) expect(await client.pttl(key.replace('porch:desk:', ''))).toBeGreaterThan(0);
    expect(await client.get(`call:${id}`)).not.toContain(leaveToken);
  });
});
