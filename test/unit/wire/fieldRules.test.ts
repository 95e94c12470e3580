import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFieldRules, type FieldRule } from '../../../src/wire/customFields';
import { checkCustomFields } from '../../../src/wire/fieldRules';

const rule = (type: string, more: Partial<FieldRule> = {}): FieldRule => ({
  id: '1',
  type,
  options: [],
  isEditable: true,
  ...more,
});
const check = (type: string, value: unknown, options: string[] = []) => {
  const { metadata, problems } = checkCustomFields([{ id: 1, value }], [rule(type, { options })]);
  return [metadata['zen:ticket_field:1'], problems.map((p) => p.message)];
};
const TYPES = [
  'checkbox',
  'text',
  'textarea',
  'tagger',
  'multiselect',
  'integer',
  'decimal',
  'date',
  'regexp',
  'new',
];

describe('a value', () => {
  it.each([
    ['checkbox', [true, false]],
    ['text', ['', 'blue', '5']],
    ['textarea', ['two\nlines']],
    ['integer', [0, 5, -5, 1e20, '5', '+5', '-05']],
    ['decimal', [1.5, 5, -0.25, 1e-9, '1.5', '1,5', '-1.', '+.5', ',5']],
    ['date', ['2024-02-29', '1999-12-31']],
    ['regexp', ['anything', 5, true, false]],
    ['of a type that is not known', ['anything', 5, true]],
  ] as [string, unknown[]][])('%s is taken as it is (meta-3, meta-5)', (type, values) => {
    for (const value of values) expect(check(type, value)).toEqual([value, []]);
  });

  it.each([
    ['checkbox', ['true', 1, null], 'Expected value of type "boolean" for a field of type Checkbox.'],
    ['text', [5, true, null, ['a']], 'Expected value of type "string" for a field of type Text.'],
    ['textarea', [5, {}], 'Expected value of type "string" for a field of type Multi-line.'],
    [
      'integer',
      [1.5, '1.5', '', '5 ', ' 5', '1e3', 1e21, true, Number.NaN, ['5'], '٣'],
      'Expected a whole number value for a field of type Number.',
    ],
    [
      'decimal',
      ['5', '.', ',', '1.2.3', '1,2.3', 'x', '', true, Number.POSITIVE_INFINITY, [1.5]],
      'Expected a decimal number value for a field of type Decimal.',
    ],
    [
      'date',
      ['2023-02-29', '2024-13-01', '2024-1-1', '01-02-2024', '2024-02-29T00:00', 20240229, new Date(0), ''],
      'Expected value did not pass the validation for a conversation field of type Date.',
    ],
    [
      'regexp',
      [null, undefined, {}, ['a'], Number.NaN],
      'Expected value of type "string", "number" or "boolean" for a field of type Regex.',
    ],
    [
      'lookup',
      [null, ['a']],
      'Expected value of type "string", "number" or "boolean" for a field of type lookup.',
    ],
  ] as [string, unknown[], string][])(
    '%s is left out otherwise, and why is told (meta-3, meta-5)',
    (type, values, message) => {
      for (const value of values) expect(check(type, value)).toEqual([undefined, [message]]);
    },
  );

  it('of a drop-down is one of its options (meta-4)', () => {
    expect(check('tagger', 'red', ['red', 'blue'])).toEqual(['red', []]);
    for (const value of ['green', 'RED', ['red'], null, 5]) {
      expect(check('tagger', value, ['red', 'blue'])).toEqual([
        undefined,
        ['Expected one of the options for a field of type Drop-down.'],
      ]);
    }
  });

  it('of a multi-select keeps its known options and reports the others (meta-4)', () => {
    const options = ['red', 'blue', 'grey'];
    const mismatch = ['Expected only values among the options for a field of type Multi-select.'];
    expect(check('multiselect', ['blue', 'red'], options)).toEqual([['red', 'blue'], []]);
    expect(check('multiselect', 'blue', options)).toEqual([['blue'], []]);
    expect(check('multiselect', ['blue', 'green', 5], options)).toEqual([['blue'], mismatch]);
    expect(check('multiselect', ['green'], options)).toEqual([undefined, mismatch]);
    expect(check('multiselect', null, options)).toEqual([undefined, mismatch]);
    expect(check('multiselect', [], options)).toEqual([undefined, []]);
  });
});

describe('a field', () => {
  it('whose id customers cannot edit is left out, and so is one that no rule is of (meta-6)', () => {
    const rules = [rule('text', { id: '1', isEditable: false }), rule('text', { id: '2' })];
    const fields = ['1', '2', '3'].map((id) => ({ id, value: 'x' }));
    const message = 'Expected a conversation field that customers can edit.';
    expect(checkCustomFields(fields, rules)).toEqual({
      metadata: { 'zen:ticket_field:2': 'x' },
      problems: [
        { id: '1', message },
        { id: '3', message },
      ],
    });
  });

  it('is the same whether its id is a number or text; the last value counts', () => {
    const fields = [
      { id: 7, value: 'a' },
      { id: '7', value: 'b' },
    ];
    expect(checkCustomFields(fields, [rule('text', { id: '7' })]).metadata).toEqual({
      'zen:ticket_field:7': 'b',
    });
  });

  it.each([[null], [undefined], [''], [{}], [Number.NaN], [true]])(
    'with the id %j is left out (meta-5)',
    (id) => {
      for (const rules of [undefined, [rule('text')]]) {
        expect(checkCustomFields([{ id, value: 'x' }], rules)).toEqual({
          metadata: {},
          problems: [
            { id: '', message: 'Expected an id of type "string" or "number" for a conversation field.' },
          ],
        });
      }
    },
  );

  it('is used without rules if its id and value have a possible type (meta-5)', () => {
    const values = ['x', '', 5, 1.5, true, false, ['a', 'b']];
    const fields = values.map((value, id) => ({ id, value }));
    expect(checkCustomFields(fields, undefined)).toEqual({
      metadata: Object.fromEntries(values.map((value, id) => [`zen:ticket_field:${id}`, value])),
      problems: [],
    });
    for (const value of [null, undefined, {}, [5], Number.NaN]) {
      expect(checkCustomFields([{ id: 1, value }], undefined)).toEqual({
        metadata: {},
        problems: [{ id: '1', message: 'Expected value of type "string", "number" or "boolean".' }],
      });
    }
  });
});

describe('any input of a page', () => {
  it('is reported if it is no list', () => {
    for (const fields of [undefined, null, {}, 'x', 5]) {
      expect(checkCustomFields(fields, undefined).problems).toEqual([
        { id: '', message: 'Expected a list of conversation fields.' },
      ]);
    }
  });

  it('gives plain values under ticket field keys, without a throw (meta-1)', () => {
    const rules = TYPES.map((type, id) => rule(type, { id: String(id), options: ['a', 'b'] }));
    const field = fc.record({ id: fc.oneof(fc.nat(12), fc.anything()), value: fc.anything() });
    fc.assert(
      fc.property(fc.oneof(fc.array(field), fc.anything()), fc.boolean(), (fields, known) => {
        const { metadata } = checkCustomFields(fields, known ? rules : undefined);
        for (const [key, value] of Object.entries(metadata)) {
          expect(key).toMatch(/^zen:ticket_field:./);
          expect(JSON.parse(JSON.stringify(value))).toEqual(Object.is(value, -0) ? 0 : value);
        }
      }),
    );
  });
});

describe('the rules', () => {
  it('are read by the ticket fields API’s names, without invalid ones', () => {
    const ticket_fields = [
      {
        id: 5,
        type: 'tagger',
        custom_field_options: [{ name: 'Red', value: 'red' }, { name: 'Odd' }, null],
        editable_in_portal: false,
      },
      { id: 'x', type: 5 },
      { type: 'text' },
      null,
    ];
    expect(decodeFieldRules({ ticket_fields })).toEqual([
      { id: '5', type: 'tagger', options: ['red'], isEditable: false },
      { id: 'x', type: '', options: [], isEditable: true },
    ]);
    expect(decodeFieldRules([{ id: 1, type: 'text' }])).toEqual([rule('text')]);
  });

  it.each([[null], [{}], ['x'], [{ ticket_fields: {} }]])('are missing in %j', (answer) => {
    expect(decodeFieldRules(answer)).toBeUndefined();
  });
});
