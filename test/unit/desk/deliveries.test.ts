import { describe, expect, test } from 'vitest';
import { repeatDelivery } from '../../../examples/support-desk/server/domain/integrations/webhooks';
import type { Attempt } from '../../../examples/support-desk/server/webhooks/postWebhook';
import { createFakeClock, type FakeClock, flush } from '../../support/fakeClock';
import { createMemoryStore } from '../../support/memory/memoryStore';
import {
  addConversation,
  addListener,
  createReceiver,
  DOWN,
  REFUSED,
  say,
  startTelling,
  TAKEN,
} from '../../support/webhookDesk';

const HOUR = 3600;
const DAY = 24 * HOUR;

const createWorld = async (change?: Parameters<typeof addListener>[1]) => {
  const clock = createFakeClock();
  const store = createMemoryStore('log');
  const receiver = createReceiver();
  const webhook = await addListener(store, change);
  return { clock, receiver, webhook, ...startTelling(store, clock, receiver), plain: store };
};

/** Runs the rounds of so many seconds. */
const run = async (
  clock: FakeClock,
  { deliveries }: Pick<Awaited<ReturnType<typeof createWorld>>, 'deliveries'>,
  seconds: number,
  every = 1,
): Promise<void> => {
  for (let at = 0; at < seconds; at += every) {
    await clock.advance(every * 1000);
    await deliveries.begin();
    await deliveries.idle();
  }
};

const textsOf = (got: { conversation: string; text: string }[], conversation: string): string[] =>
  got.filter((one) => one.conversation === conversation).map(({ text }) => text);

/** Each delivery's state and answer, the newest first. */
const states = async ({ plain, webhook }: Awaited<ReturnType<typeof createWorld>>) =>
  (await plain.deliveries(webhook, { limit: 10 })).map(({ state, answer }) => `${state}: ${answer}`);

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n}`);

const it = test.extend('w', () => createWorld()).extend('id', ({ w }) => addConversation(w.plain));

describe('deliveries to a webhook', () => {
  it('that is down for an hour come all, in order, within six minutes', async ({ w }) => {
    const conversations = [await addConversation(w.plain), await addConversation(w.plain)];
    w.receiver.answers.set(w.webhook, () => DOWN);
    for (let n = 0; n < 60; n++) {
      for (const id of conversations) await say(w.store, id, `${n}`);
      await run(w.clock, w, 60);
    }
    expect(w.receiver.got).toEqual([]);
    w.receiver.answers.clear();
    await run(w.clock, w, 360);
    for (const id of conversations) expect(textsOf(w.receiver.got, id)).toEqual(numbers(60));
    expect(new Set(w.receiver.got.map(({ id }) => id)).size).toBe(120);
  });

  it('that answers slowly slow no other', async ({ w }) => {
    const other = await addListener(w.plain);
    const id = await addConversation(w.plain);
    let answer: (attempt: Attempt) => void = () => undefined;
    const asked = new Promise<Attempt>((resolve) => {
      answer = resolve;
    });
    w.receiver.answers.set(w.webhook, () => asked);
    for (const text of numbers(20)) {
      await say(w.store, id, text);
      await flush();
    }
    await w.clock.advance(1000);
    await w.deliveries.begin();
    await flush(100);
    expect(w.receiver.got.map(({ webhook }) => webhook)).toEqual(numbers(20).map(() => other));
    expect(textsOf(w.receiver.got, id)).toEqual(numbers(20));
    answer(TAKEN);
    await run(w.clock, w, 5);
    const late = w.receiver.got.filter(({ webhook }) => webhook === w.webhook);
    expect(late.map(({ text }) => text)).toEqual(numbers(20));
  });

  it('that fails for one conversation hold only that one', async ({ w }) => {
    const [stuck, free] = [await addConversation(w.plain), await addConversation(w.plain)];
    w.receiver.answers.set(w.webhook, (text) => (text === 'bad' ? DOWN : TAKEN));
    await say(w.store, stuck, 'bad');
    await say(w.store, stuck, 'after it');
    for (const text of numbers(10)) {
      await say(w.store, free, text);
      await run(w.clock, w, 30);
    }
    expect(textsOf(w.receiver.got, free)).toEqual(numbers(10));
    expect(textsOf(w.receiver.got, stuck)).toEqual([]);
    w.receiver.answers.clear();
    await run(w.clock, w, 330);
    expect(textsOf(w.receiver.got, stuck)).toEqual(['bad', 'after it']);
  });

  it('that is down are tried seldom, however many conversations wait', async ({ w }) => {
    let tries = 0;
    w.receiver.answers.set(w.webhook, () => {
      tries += 1;
      return DOWN;
    });
    for (const text of numbers(50)) await say(w.store, await addConversation(w.plain), text);
    await run(w.clock, w, 60);
    // Four at once, each time after twice as long.
    expect(tries).toBeGreaterThanOrEqual(12);
    expect(tries).toBeLessThanOrEqual(40);
    w.receiver.answers.clear();
    await run(w.clock, w, 330);
    expect(w.receiver.got).toHaveLength(50);
  });

  it('that are refused are given up at once, and the next is sent', async ({ w, id }) => {
    w.receiver.answers.set(w.webhook, (text) => (text === 'bad' ? REFUSED : TAKEN));
    await say(w.store, id, 'bad');
    await say(w.store, id, 'good');
    await run(w.clock, w, 2);
    expect(textsOf(w.receiver.got, id)).toEqual(['good']);
    const log = await w.plain.deliveries(w.webhook, { limit: 10 });
    expect(log.map(({ state, answer, tries }) => [state, answer, tries])).toEqual([
      ['sent', '200', 1],
      ['failed', '400', 1],
    ]);
  });

  it('come of what was asked for early, once, and of what was not', async () => {
    const w = await createWorld({ triggers: ['conversation:message', 'conversation:read'] });
    const id = await addConversation(w.plain);
    await w.store.transaction(async (tx) => {
      tx.mayTell('conversation:message');
      const locked = await tx.lockConversation(id);
      if (locked) tx.tellIntegrations({ type: 'conversation:read', role: 'appUser', ...locked });
    });
    await w.store.transaction(async (tx) => {
      tx.mayTell('conversation:read');
      const locked = await tx.lockConversation(id);
      if (locked) tx.tellIntegrations({ type: 'conversation:read', role: 'appUser', ...locked });
    });
    const log = await w.plain.deliveries(w.webhook, { limit: 10 });
    expect(log.map(({ type }) => type)).toEqual(['conversation:read', 'conversation:read']);
  });

  it('of typing are not sent a minute later, and those of messages behind them are', async () => {
    const w = await createWorld({ triggers: ['conversation:message', 'conversation:typing'] });
    const id = await addConversation(w.plain);
    w.receiver.answers.set(w.webhook, () => DOWN);
    await say(w.store, id, 'first');
    await w.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(id);
      const typing = { type: 'conversation:typing', role: 'appUser', activity: 'typing:start' } as const;
      if (locked) tx.tellIntegrations({ ...typing, ...locked });
    });
    await say(w.store, id, 'second');
    await run(w.clock, w, 90);
    w.receiver.answers.clear();
    await run(w.clock, w, 330);
    expect(textsOf(w.receiver.got, id)).toEqual(['first', 'second']);
    expect(await states(w)).toEqual(['sent: 200', 'failed: too late', 'sent: 200']);
  });

  it('that never succeed are given up after a day, with growing pauses', async ({ w, id }) => {
    const times: number[] = [];
    w.receiver.answers.set(w.webhook, (text) => {
      if (text !== 'bad') return TAKEN;
      times.push(w.clock.now());
      return DOWN;
    });
    const begin = w.clock.now();
    await say(w.store, id, 'bad');
    await run(w.clock, w, DAY + 600, 5);
    expect(await states(w)).toEqual(['failed: ECONNREFUSED']);
    const last = times.at(-1) ?? 0;
    expect(last - begin).toBeGreaterThan((DAY - 600) * 1000);
    expect(last - begin).toBeLessThanOrEqual(DAY * 1000);
    // It is tried soon at first, and every few minutes in the end.
    expect(times.filter((time) => time - begin < 60_000).length).toBeGreaterThanOrEqual(4);
    expect(times.length).toBeLessThan(600);
    await say(w.store, id, 'good');
    await run(w.clock, w, 330);
    expect(textsOf(w.receiver.got, id)).toEqual(['good']);
  });

  it('go out after the process ends between commit and sending, once by their id', async ({ w, id }) => {
    // Killed right after the commit.
    w.deliveries.end();
    await say(w.store, id, 'first');
    expect(w.receiver.got).toEqual([]);
    const next = startTelling(w.plain, w.clock, w.receiver);
    await run(w.clock, next, 2);
    expect(textsOf(w.receiver.got, id)).toEqual(['first']);
  });

  it('go out again with the same id after the process ends while it sends', async ({ w, id }) => {
    const ids: string[] = [];
    const dying = startTelling(w.plain, w.clock, {
      post: (_webhook, delivery) => {
        ids.push(delivery);
        return new Promise(() => undefined);
      },
    });
    await say(dying.store, id, 'first');
    await flush();
    const next = startTelling(w.plain, w.clock, w.receiver);
    await run(w.clock, next, 20);
    // Its claim holds a while: the process may still be there.
    expect(w.receiver.got).toEqual([]);
    await run(w.clock, next, 20);
    expect(w.receiver.got.map(({ id: delivery }) => delivery)).toEqual(ids);
  });

  it('by two processes come once each', async ({ w, id }) => {
    const other = startTelling(w.plain, w.clock, w.receiver);
    for (const text of numbers(30)) {
      await say(Number(text) % 2 ? w.store : other.store, id, text);
      await Promise.all([w.deliveries.begin(), other.deliveries.begin()]);
    }
    await run(w.clock, w, 2);
    await other.deliveries.idle();
    expect(textsOf(w.receiver.got, id)).toEqual(numbers(30));
  });

  it('are repeated by hand with the same id', async ({ w, id }) => {
    await say(w.store, id, 'first');
    await run(w.clock, w, 1);
    const [sent] = w.receiver.got;
    const by = { kind: 'key', key: { id: 'k', name: 'k', scopes: [] } } as const;
    await repeatDelivery({ store: w.store, now: w.clock.now }, by, sent?.id ?? '');
    await run(w.clock, w, 1);
    expect(w.receiver.got).toEqual([sent, sent]);
    await expect(repeatDelivery({ store: w.store, now: w.clock.now }, by, 'none')).rejects.toThrow('no such');
  });

  it('are none for what is undone, for blocked visitors, and for what others handle where it does not hear that', async () => {
    const w = await createWorld({ hearsAll: false });
    const blocked = await addConversation(w.plain, { blockedAt: 1 });
    const people = await addConversation(w.plain);
    const own = await addConversation(w.plain);
    for (const id of [blocked, own])
      await w.plain.transaction((tx) => tx.updateConversation(id, { assigneeId: `bot_${w.webhook}` }));
    for (const id of [blocked, people, own]) await say(w.store, id, id);
    const undone = w.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(own);
      if (locked) tx.tellIntegrations({ type: 'conversation:read', role: 'appUser', ...locked });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await run(w.clock, w, 2);
    expect(w.receiver.got.map(({ conversation }) => conversation)).toEqual([own]);
  });
});
