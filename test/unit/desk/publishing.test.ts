import { describe, expect, it } from 'vitest';
import type { Bus } from '../../../examples/support-desk/server/bus/bus';
import { createPublishing } from '../../../examples/support-desk/server/bus/publishing';
import type { Publication } from '../../../examples/support-desk/server/model/publisher';
import { collectPublications } from '../../../examples/support-desk/server/model/publisher';
import { createMemoryHub } from '../../support/memory/memoryBus';
import { createTables } from '../../support/memory/memoryReads';
import { createMemoryStore } from '../../support/memory/memoryStore';

/** Processes of one desk, with what each has published to its own clients. */
const createProcesses = () => {
  const hub = createMemoryHub();
  const tables = createTables();
  const clock = { now: 1_000_000 };
  let ids = 0;
  const start = (bus: Bus = hub.join()) => {
    const heard: Publication[] = [];
    const gaps: number[] = [];
    const publishing = createPublishing({
      store: createMemoryStore('log', tables),
      local: collectPublications((publication) => heard.push(publication)),
      newId: () => `event-${++ids}`,
      now: () => clock.now,
      bus,
      onGap: () => gaps.push(clock.now),
    });
    const names = () =>
      heard.map((one) =>
        one.to === 'visitor' ? String(one.event.name) : one.to === 'agents' ? one.event.type : one.tags[0],
      );
    const say = (...events: string[]) =>
      publishing.store.transaction(async (tx) => {
        for (const name of events) tx.publisher.toVisitor('ada', { name });
      });
    return { ...publishing, names, say, gaps };
  };
  return { hub, tables, clock, start };
};

describe('what transactions publish', () => {
  it('publishes in all processes what a transaction has published, once and in its order, and keeps no row', async () => {
    const { start, tables } = createProcesses();
    const [a, b] = [start(), start()];
    await a.say('one', 'two');
    await b.say('three');
    await Promise.all([a.close(), b.close()]);
    for (const { names } of [a, b]) expect(names()).toEqual(['one', 'two', 'three']);
    expect(tables.publications.size).toBe(0);
  });

  it('publishes nothing of a transaction that was undone', async () => {
    const { start, tables } = createProcesses();
    const [a, b] = [start(), start()];
    const failing = a.store.transaction(async (tx) => {
      tx.publisher.endSubscriptions(['nobody']);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    await a.close();
    expect([a.names(), b.names(), tables.publications.size]).toEqual([[], [], 0]);
  });

  it('publishes to its own clients at once while the bus is lost, and in the others, in order, when it is back', async () => {
    const { hub, start, tables } = createProcesses();
    const [a, b] = [start(), start()];
    hub.lose();
    await a.say('one');
    await a.say('two');
    await a.sweep();
    expect([a.names(), b.names(), tables.publications.size]).toEqual([['one', 'two'], [], 2]);
    hub.find();
    await a.say('three');
    await a.sweep();
    await a.say('four');
    await a.close();
    for (const { names } of [a, b]) expect(names()).toEqual(['one', 'two', 'three', 'four']);
    expect(tables.publications.size).toBe(0);
  });

  it('sends what another process has left after a second, and not before', async () => {
    const { hub, start, clock, tables } = createProcesses();
    const dead: Bus = {
      ...hub.join(),
      send: () => new Promise(() => undefined),
      hear: () => () => undefined,
    };
    const killed = start(dead);
    const [a, b] = [start(), start()];
    await killed.say('last words');
    clock.now += 1000;
    await a.sweep();
    expect(b.names()).toEqual([]);
    clock.now += 1;
    await Promise.all([a.sweep(), b.sweep()]);
    expect([a.names(), b.names(), tables.publications.size]).toEqual([['last words'], ['last words'], 0]);
  });

  it('keeps the rows when the bus fails while a sweep sends them', async () => {
    const { hub, start, clock, tables } = createProcesses();
    const bus = hub.join();
    let fails = true;
    const a = start({
      ...bus,
      send: (events) => (fails ? Promise.reject(new Error('lost')) : bus.send(events)),
    });
    const b = start();
    await a.say('kept');
    await a.close();
    clock.now += 5000;
    await expect(a.sweep()).rejects.toThrow('lost');
    expect(tables.publications.size).toBe(1);
    fails = false;
    await a.sweep();
    expect([b.names(), tables.publications.size]).toEqual([['kept'], 0]);
  });

  it('publishes once what the bus delivers twice', async () => {
    const { hub, start } = createProcesses();
    hub.deliver = (hand) => {
      hand();
      hand();
    };
    const [a, b] = [start(), start()];
    await a.say('once');
    a.publisher.endSubscriptions(['tag']);
    await a.close();
    for (const { names } of [a, b]) expect(names()).toEqual(['once', 'tag']);
  });

  it('keeps as rows what more than 10,000 waiting events would be, and sends it with the next sweep', async () => {
    const { hub, start, tables } = createProcesses();
    const bus = hub.join();
    let answer = (): void => undefined;
    let isSlow = true;
    const slow: Bus = {
      ...bus,
      send: async (events) => {
        if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
        await bus.send(events);
      },
    };
    const [a, b] = [start(slow), start()];
    const many = Array.from({ length: 4000 }, (_, i) => `event ${i}`);
    for (let i = 0; i < 3; i++) await a.say(...many.map((name) => `${i} ${name}`));
    expect(tables.publications.size).toBe(12_000);
    isSlow = false;
    answer();
    await a.close();
    await a.sweep();
    expect(b.names()).toHaveLength(12_000);
    expect(tables.publications.size).toBe(0);
  });

  it('passes over what it does not know, such as what a newer version publishes', async () => {
    const { hub, start } = createProcesses();
    const a = start();
    const unknown = [{ to: 'robots', event: {} }, { to: '__proto__' }, {}, [], 'text', 7].map(
      (publication, i) => ({
        id: `unknown-${i}`,
        publication: publication as unknown as Publication,
      }),
    );
    await hub.join().send(unknown);
    expect(a.names()).toEqual([]);
  });

  it('says that events may have been missed', () => {
    const { hub, start } = createProcesses();
    const [a, b] = [start(), start()];
    hub.gap();
    expect([a.gaps.length, b.gaps.length]).toEqual([1, 1]);
  });

  it('writes no rows where there is only one process', async () => {
    const tables = createTables();
    const heard: Publication[] = [];
    const publishing = createPublishing({
      store: createMemoryStore('log', tables),
      local: collectPublications((publication) => heard.push(publication)),
      newId: () => 'event',
      now: () => 0,
    });
    let rows = 0;
    await publishing.store.transaction(async (tx) => {
      tx.publisher.toAgents({ type: 'saved-replies' });
      rows = tables.publications.size;
    });
    await publishing.sweep();
    expect([heard, rows, tables.publications.size]).toEqual([
      [{ to: 'agents', event: { type: 'saved-replies' } }],
      0,
      0,
    ]);
  });
});
