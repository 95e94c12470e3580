import { describe, expect, test } from 'vitest';
import { meet, texts, timeUntil, useWorlds } from './support/scenes';
import { judge } from './support/verdict';

const world = useWorlds();
const hello = (tab: { name: string }) => [{ text: 'hello', tab: tab.name }];

const it = test.extend('w', () => world());

/** Each of these failures was reported against another messenger. */
describe('a failure known of other messengers', () => {
  it('no message is missed between losing a connection and subscribing again', async ({ w }) => {
    const { tab, id } = await meet(w);
    for (const gap of [0, 20, 60, 100, 150, 200, 300, 1000]) {
      tab.link.cut(false);
      await w.advance(gap);
      await w.agent.send(id, `after ${gap}`);
      expect(await timeUntil(w, tab, `after ${gap}`, 60_000), `${gap} ms`).toBeLessThan(20_000);
      // More than five losses at once end a round of connection attempts, so let this one recover first.
      await w.advance(60_000);
    }
    expect(await judge(w, [tab], hello(tab))).toEqual([]);
  });

  it('reads and read marks made during an outage are kept after it', async ({ w }) => {
    const { tab, id } = await meet(w);
    const other = w.openTab();
    await w.advance(1500);
    other.slices.router.closeWidget(0);
    tab.slices.router.closeWidget(0);
    await w.agent.send(id, 'have you seen this?');
    await w.advance(500);
    expect([tab.slices.unread.value, other.slices.unread.value]).toEqual([1, 1]);
    other.link.setOnline(false);
    other.page.setOnline(false);
    tab.slices.router.openWidget();
    await w.advance(500);
    tab.delivery.sender.send({ text: 'yes' });
    await w.advance(500);
    await w.agent.activity(id, 'conversation:read');
    await w.advance(60_000);
    other.link.setOnline(true);
    other.page.setOnline(true);
    await w.advance(2000);
    expect(other.slices.unread.value).toBe(0);
    expect(other.active()?.businessLastRead).toBe(tab.active()?.businessLastRead);
    expect(await judge(w, [tab, other], hello(tab))).toEqual([]);
  });

  it('a connection that is dead in one direction is noticed', async ({ w }) => {
    const { tab, id } = await meet(w);
    tab.link.loseDown(500);
    await w.agent.send(id, 'can you hear me?');
    await w.advance(500);
    expect(tab.slices.connection.status.value).toBe('connected');
    expect(await timeUntil(w, tab, 'can you hear me?', 120_000)).toBeLessThan(45_000);
    tab.link.loseUp(500);
    tab.delivery.sender.send({ text: 'can you hear me now?' });
    await w.advance(60_000);
    expect(texts(tab).filter((text) => text === 'can you hear me now?')).toHaveLength(1);
    expect(await judge(w, [tab], hello(tab))).toEqual([]);
  });

  it('a message between catching up and subscribing is not missed', async ({ w }) => {
    const { tab, id } = await meet(w);
    tab.kill(false);
    for (let wait = 40; wait <= 600; wait += 40) {
      const again = w.openTab();
      await w.advance(wait);
      await w.agent.send(id, `at ${wait}`);
      expect(await timeUntil(w, again, `at ${wait}`, 10_000), `${wait} ms`).toBeLessThan(2000);
      again.kill(false);
    }
  });

  it('a phone that was locked for two minutes shows each new message once, within 2 s', async ({ w }) => {
    const { tab, id } = await meet(w);
    tab.setVisible(false);
    tab.sleep(true);
    await w.advance(60_000);
    await w.agent.send(id, 'one');
    await w.agent.send(id, 'two');
    await w.advance(60_000);
    await tab.wake();
    tab.setVisible(true);
    expect(await timeUntil(w, tab, 'two', 10_000)).toBeLessThanOrEqual(2000);
    await w.advance(60_000);
    expect(texts(tab)).toEqual(['hello', 'welcome', 'one', 'two']);
    expect(await judge(w, [tab], hello(tab))).toEqual([]);
  });

  it('history is not doubled, however often the client reconnects', async ({ w }) => {
    const { tab, id } = await meet(w);
    for (let i = 0; i < 20; i++) {
      await w.agent.send(id, `agent ${i}`);
      tab.link.cut(i % 2 === 0);
      tab.page.setOnline(true);
      await w.advance(1100);
    }
    await w.advance(60_000);
    const expected = Array.from({ length: 20 }, (_, i) => `agent ${i}`);
    expect(texts(tab)).toEqual(['hello', 'welcome', ...expected]);
    expect(await judge(w, [tab], hello(tab))).toEqual([]);
  });
});

const ARRIVALS = ['answer', 'echo', 'refresh'] as const;
const orders = ARRIVALS.flatMap((a) =>
  ARRIVALS.filter((b) => b !== a).map((b) => [a, b, ...ARRIVALS.filter((c) => c !== a && c !== b)]),
);

it.each(orders.map((order) => ({ name: order.join(', then '), order })))(
  'a message that comes back three ways is one bubble that never moves: $name',
  async ({ order }) => {
    const w = world();
    const { tab } = await meet(w);
    const at = (arrival: (typeof ARRIVALS)[number]) => 1000 * (1 + order.indexOf(arrival));
    tab.link.befall('delay', at('answer'), true);
    tab.link.echo('echoLate', at('echo'));
    tab.delivery.sender.send({ text: 'three ways' });
    const bubble = () => tab.log().filter((m) => m.text === 'three ways');
    const [{ key = '' } = {}] = bubble();
    await w.advance(200);
    tab.link.befall('delay', at('refresh') - 200, true);
    tab.delivery.refresh();
    for (let i = 0; i < 40; i++) {
      await w.advance(100);
      expect(bubble().map((m) => m.key)).toEqual([key]);
      expect(tab.log().at(-1)?.key).toBe(key);
      // The first of the three arrivals, at about 1 s, marks the message as sent.
      expect(bubble()[0]?.status).toBe(i < 8 ? 'sending' : i > 10 ? 'sent' : bubble()[0]?.status);
    }
    expect(await judge(w, [tab], [{ text: 'three ways', tab: tab.name }])).toEqual([]);
  },
);
