import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logBlocks as cut, sameRows } from '../../../src/model/logBlocks';
import { type LogRow, logRows } from '../../../src/model/messageLog';
import { held } from '../../support/messages';

const messages = (from: number, to: number, gap = 60) =>
  Array.from({ length: to - from }, (_, i) => held(`m${from + i}`, 1_000_000 + (from + i) * gap));
const logBlocks = (...given: Parameters<typeof cut>) => cut(...given).flatMap(([, blocks]) => blocks);
const rowsOf = (from: number, to: number, gap?: number) => logRows(messages(from, to, gap), undefined, false);

describe('the blocks of a log', () => {
  it('hold each row once, in order, and 32 messages at most', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.constantFrom(60, 1000), fc.nat(250), (count, gap, origin) => {
        const rows = rowsOf(0, count, gap);
        const blocks = logBlocks(rows, { origin: `m${origin}` });
        expect(blocks.flatMap(([, block]) => block)).toEqual(rows);
        const keys = blocks.map(([key]) => key);
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
        for (const [, block] of blocks) {
          expect(block.filter((row) => row.kind === 'message').length).toBeLessThanOrEqual(32);
        }
      }),
    );
  });

  it('keep their messages when a page is put above and when more come below', () => {
    const place = {};
    const blockOf = (from: number, to: number) => {
      const found = new Map<string, number>();
      for (const [key, rows] of logBlocks(rowsOf(from, to), place)) {
        for (const row of rows) if (row.kind === 'message') found.set(row.key, key);
      }
      return found;
    };
    const before = blockOf(100, 200);
    for (const after of [blockOf(100, 260), blockOf(37, 260), blockOf(0, 300)]) {
      for (const [key, block] of before) expect(after.get(key)).toBe(block);
    }
  });

  it('are counted anew where the conversation is another', () => {
    const place = { origin: 'gone' };
    logBlocks(rowsOf(5, 9), place);
    expect(place.origin).toBe('m5');
  });
});

describe('two blocks', () => {
  it('show the same until a message, its place in its group or its flag changes', () => {
    const all = messages(0, 3);
    const rows = (list = all) => logRows(list, undefined, false);
    expect(sameRows(rows(), rows())).toBe(true);
    expect(sameRows(rows(), rows([...all, held('m9', 1_000_500)]).slice(0, 4))).toBe(false);
    expect(sameRows(rows(), rows().slice(1))).toBe(false);
    const edited = [...all];
    edited[1] = held('m1', 1_000_060, { text: 'edited' });
    expect(sameRows(rows(), rows(edited))).toBe(false);
    const later = rows();
    later[0] = { ...(later[0] as Extract<LogRow, { kind: 'timestamp' }>), received: 5 };
    expect(sameRows(rows(), later)).toBe(false);
  });
});
