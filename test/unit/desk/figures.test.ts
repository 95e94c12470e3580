import { describe, expect, it } from 'vitest';
import { createFigures, DAY_MS } from '../../../examples/support-desk/server/domain/insights/figures';
import { createMemoryStore } from '../../support/memory/memoryStore';

const REPORT = {
  fingerprint: 'a',
  level: 'error',
  operation: 'x',
  reason: '',
  version: '1',
  url: '',
} as const;

const create = () => {
  const memory = createMemoryStore('a-log');
  const state = { now: 1_800_000_000_000, away: false, transactions: 0, writes: 0 };
  const store = {
    transaction: ((work) => {
      state.transactions++;
      if (state.away) return Promise.reject(new Error('away'));
      return memory.transaction((tx) =>
        work({
          ...tx,
          addToBlips: (rows) => {
            state.writes++;
            return tx.addToBlips(rows);
          },
        }),
      );
    }) satisfies typeof memory.transaction as typeof memory.transaction,
  };
  const countOf = async (page: string) => (await memory.blips(0)).find((row) => row.page === page)?.count;
  return { memory, state, countOf, figures: createFigures({ store, now: () => state.now }) };
};

describe('figures', () => {
  it('of one page are written once, however many views there were, and nothing where there were none', async () => {
    const { figures, state, countOf } = create();
    await figures.flush();
    expect(state.transactions).toBe(0);
    for (let view = 0; view < 10_000; view++) figures.add({ kind: 'pageView', page: 'shop.example/' });
    await figures.flush();
    expect([await countOf('shop.example/'), state.transactions, state.writes]).toEqual([10_000, 1, 1]);
    figures.add({ kind: 'pageView', page: 'shop.example/' });
    await Promise.all([figures.flush(), figures.flush()]);
    expect([await countOf('shop.example/'), state.writes]).toEqual([10_001, 2]);
  });

  it('are of 2,000 pages a day at most, the others together, and of each day apart', async () => {
    const { figures, state, memory, countOf } = create();
    const rowsOf = async (day: number) => (await memory.blips(day)).filter((row) => row.day === day).length;
    const today = Math.floor(state.now / DAY_MS);
    for (let page = 0; page < 1500; page++) figures.add({ kind: 'open', page: `a${page}` });
    await figures.flush();
    figures.add({ kind: 'open', page: 'a7' });
    for (let page = 0; page < 3000; page++) figures.add({ kind: 'open', page: `b${page}` });
    await figures.flush();
    expect([await rowsOf(today), await countOf(''), await countOf('a7')]).toEqual([2001, 2500, 2]);
    figures.add({ kind: 'open', page: 'last' });
    state.now += DAY_MS;
    figures.add({ kind: 'open', page: 'first' });
    await figures.flush();
    expect([await rowsOf(today), await countOf(''), await rowsOf(today + 1)]).toEqual([2001, 2501, 1]);
  });

  it('that could not be written are written the next time, with what came since', async () => {
    const { figures, state, memory, countOf } = create();
    const add = () => {
      figures.add({ kind: 'open', page: 'a' });
      figures.addCampaign({ campaignId: 'c', seen: 1, dismissed: 0 });
      figures.addError(REPORT);
    };
    add();
    state.away = true;
    const failing = figures.flush();
    add();
    await expect(failing).rejects.toThrow('away');
    state.away = false;
    add();
    await figures.flush();
    expect(await countOf('a')).toBe(3);
    expect(await memory.campaignFigures()).toMatchObject([{ campaignId: 'c', seen: 3, dismissed: 0 }]);
    expect(await memory.errorReports(10)).toMatchObject([{ fingerprint: 'a', count: 3 }]);
  });
});
