import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRows, isFilled, rowsOf, rowsText } from '../../../examples/support-desk/inbox/model/sampleFields';
import { SAMPLES } from '../../../examples/support-desk/inbox/model/samples/samples';

const table = () => fc.array(fc.array(fc.string(), { maxLength: 4 }), { maxLength: 5 });

describe('a list that is filled in row by row', () => {
  it('has every part as it was written, with any signs in it', () => {
    fc.assert(
      fc.property(table(), (rows) => {
        expect(allRows(rowsText(rows))).toEqual(rows);
      }),
    );
  });

  it('is read without the rows that say nothing', () => {
    fc.assert(
      fc.property(table(), (rows) => {
        for (const row of rowsOf(rowsText(rows))) expect(row.join('')).not.toBe('');
      }),
    );
    expect(rowsOf(rowsText([[' Red '], [' ', ''], ['', 'BLUE']]))).toEqual([['Red'], ['', 'BLUE']]);
  });

  it('is empty where its text is none of a list', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const row of allRows(text)) expect(row.every((part) => typeof part === 'string')).toBe(true);
      }),
    );
    expect(allRows(undefined)).toEqual([]);
    expect(allRows('{')).toEqual([]);
  });

  it('is whole when each row that was begun has what it must have', () => {
    const field = {
      key: 'links',
      label: 'Links',
      kind: 'rows' as const,
      add: 'Add',
      example: [],
      columns: [
        { label: 'Words', kind: 'text' as const },
        { label: 'Address', kind: 'text' as const },
        { label: 'Note', kind: 'text' as const, optional: true as const },
      ],
    };
    expect(isFilled(field, '')).toBe(false);
    expect(isFilled(field, rowsText([['Help', 'https://shop.example'], ['']]))).toBe(true);
    expect(isFilled(field, rowsText([['Help', 'https://shop.example'], ['More']]))).toBe(false);
    expect(isFilled({ ...field, optional: true }, '')).toBe(true);
  });
});

it.each(SAMPLES.map((sample) => [sample.label, sample] as const))(
  'each kind of message %s is built from any values, once they are whole and without a problem',
  (_, sample) => {
    const fields = sample.fields({ base: 'https://desk.example', quotable: [['1', 'Hello']] });
    const value = fc.oneof(fc.string(), table().map(rowsText));
    fc.assert(
      fc.property(fc.array(value, { minLength: fields.length, maxLength: fields.length }), (given) => {
        const values = Object.fromEntries(fields.map(({ key }, at) => [key, given[at] ?? '']));
        if (sample.problem?.(values) || !fields.every((field) => isFilled(field, values[field.key]))) return;
        expect(typeof sample.build(values).type).toBe('string');
        expect(() => JSON.stringify(sample.build(values))).not.toThrow();
      }),
    );
  },
);
