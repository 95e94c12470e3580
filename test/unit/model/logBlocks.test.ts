import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/model/message';
import { createLog, type LogBlock } from '../../../src/model/messageLog';
import { held } from '../../support/messages';

const messages = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => held(`m${from + i}`, 1_000_000 + (from + i) * 60));
const rowsIn = (blocks: readonly LogBlock[]) => blocks.flatMap(([, rows]) => rows);
const isMessage = ({ kind }: { kind: string }) => kind === 'message';

describe('the blocks of a log', () => {
  it('hold 32 messages, except for the first and the last', () => {
    const sizes = (count: number) =>
      createLog()(messages(0, count), undefined, false).map(([, rows]) => rows.filter(isMessage).length);
    expect(sizes(0)).toEqual([]);
    expect(sizes(32)).toEqual([32]);
    expect(sizes(80)).toEqual([32, 32, 16]);
  });

  it('keep their messages when others are added above or below', () => {
    const log = createLog();
    const blockOf = (from: number, to: number) => {
      const found = new Map<string, number>();
      for (const [key, rows] of log(messages(from, to), undefined, false)) {
        for (const row of rows) if (row.kind === 'message') found.set(row.key, key);
      }
      expect(found.size).toBe(to - from);
      return found;
    };
    const before = blockOf(100, 200);
    for (const after of [blockOf(100, 260), blockOf(37, 260), blockOf(0, 300), blockOf(0, 3000)]) {
      for (const [key, block] of before) expect(after.get(key)).toBe(block);
    }
  });

  it('are counted anew for another conversation', () => {
    const log = createLog();
    const keys = (from: number, to: number) => log(messages(from, to), undefined, false).map(([key]) => key);
    expect(keys(100, 140)).toEqual([0, 1]);
    expect(keys(0, 50)).toEqual([0, 1]);
  });

  it('are the same objects before the first message that changed, and the others are not', () => {
    const log = createLog();
    const all = messages(0, 1000);
    const before = log(all, undefined, false);
    const after = log([...all.slice(0, 640), ...messages(640, 1200)], undefined, false);
    const same = before.filter((block, i) => block === after[i]);
    // The block before the change is rebuilt too, because its last message has a new neighbour.
    expect(same.map(([key]) => key)).toEqual(Array.from({ length: 19 }, (_, i) => i));
    expect(after.length).toBe(38);
  });

  it('are made again only for the last message when one is added', () => {
    const log = createLog();
    const all = messages(0, 100);
    const before = log(all.slice(0, 99), undefined, false);
    const after = log(all, undefined, false);
    expect(before.filter((block, i) => block !== after[i]).map(([key]) => key)).toEqual([3]);
  });

  it('equal those of a new log after any change', () => {
    const all = messages(0, 140).map((m, i): Message => (i > 59 && i < 120 ? { ...m, status: 'failed' } : m));
    const others = all.map((m): Message => ({ ...m, authorId: 'bob' }));
    const change = fc.record({
      from: fc.constantFrom(0, 0, 0, 3, 60),
      to: fc.oneof(fc.integer({ min: 100, max: 130 }), fc.nat(140)),
      gone: fc.nat(280),
      patched: fc.nat(280),
      lastRead: fc.constantFrom(undefined, undefined, 0, 1_003_000),
      typing: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 2, maxLength: 6 }), (changes) => {
        const log = createLog();
        let before: readonly LogBlock[] = [];
        let seen = '[]';
        for (const { from, to, gone, patched, lastRead, typing } of changes) {
          const now = all
            .map((m, i) => (i === patched ? (others[i] as Message) : m))
            .filter((_, i) => i >= from && i < to && i !== gone);
          const blocks = log(now, lastRead, typing);
          const anew = createLog()(now, lastRead, typing);
          expect(JSON.stringify(rowsIn(blocks))).toBe(JSON.stringify(rowsIn(anew)));
          // Blocks that are already drawn must not be changed in place.
          expect(JSON.stringify(before)).toBe(seen);
          before = blocks;
          seen = JSON.stringify(blocks);
        }
      }),
      { numRuns: 300 },
    );
  });
});
