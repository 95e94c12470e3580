import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranked } from '../../../examples/support-desk/inbox/model/ranked';

const labels = (all: readonly { label: string; also?: string }[], typed: string, most = 99): string[] =>
  ranked(all, typed, most).map(({ label }) => label);
const ALL = ['Show: Closed', 'Close the conversation', 'Disclose', 'Assign to Zoë', 'Assign to me'].map(
  (label) => ({ label }),
);

describe('what is typed', () => {
  it('finds what begins with it first, then what has a word that does, then what has it anywhere', () => {
    expect(labels(ALL, 'close')).toEqual(['Close the conversation', 'Show: Closed', 'Disclose']);
  });

  it('may be the beginnings of several words, in any order, case and without accents', () => {
    expect(labels(ALL, '  ZOE ass ')).toEqual(['Assign to Zoë']);
    expect(labels(ALL, 'conv clo')).toEqual(['Close the conversation']);
    expect(labels(ALL, 'assign nobody')).toEqual([]);
  });

  it('is found in other words, too, after all labels', () => {
    const all = [{ label: 'Settings', also: 'options' }, { label: 'No options' }];
    expect(labels(all, 'options')).toEqual(['No options', 'Settings']);
  });

  it('keeps the order where nothing is typed, up to the most', () => {
    expect(labels(ALL, ' ', 2)).toEqual(['Show: Closed', 'Close the conversation']);
  });

  it('is any text: each result is one of those given, once', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.record({ label: text, also: text })), text, (all, typed) => {
        const found = ranked(all, typed, 10);
        expect(found.length).toBeLessThanOrEqual(Math.min(10, all.length));
        expect(new Set(found).size).toBe(found.length);
        for (const one of found) expect(all).toContain(one);
      }),
    );
  });

  it('finds each label by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (label) => {
        expect(labels([{ label }], label)).toEqual([label]);
      }),
    );
  });
});
