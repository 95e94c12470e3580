import { describe, expect, it } from 'vitest';
import { type FormField, formSteps } from '../../../../src/messageKinds/form/decode';
import { answerOf, fieldProblem } from '../../../../src/messageKinds/form/formRules';
import { answerRows } from '../../../../src/messageKinds/formResponse/decode';
import { englishWords } from '../../../support/words';

const field = (more: object = {}): FormField => {
  const [step] = formSteps([{ type: 'text', name: 'boat', label: 'Boat', ...more }]);
  if (!step) throw new Error('not a field');
  return step;
};
const choices = [
  { name: 'o', label: 'Otter' },
  { name: 'e', label: 'Elk' },
];

/** The error text shown to the visitor. */
const said = (step: FormField, value: string): string | undefined => {
  const problem = fieldProblem(step, value);
  if (!problem) return undefined;
  const values = { field: step.label };
  const words = englishWords();
  return problem.count === undefined
    ? words.t(problem.key, values)
    : words.plural(problem.key, problem.count, values);
};

describe('a value of a form', () => {
  it.each([
    ['an empty text', field(), '  ', 'This field is required: Boat'],
    ['an empty choice', field({ type: 'select', options: choices }), '', 'This field is required: Boat'],
    ['an empty name', field({ name: 'name' }), '', 'Enter a name'],
    ['an empty email address', field({ type: 'email' }), ' ', 'Enter an email address'],
    ['no email address', field({ type: 'email' }), 'mara@boats', 'Enter a valid email address'],
    [
      'two email addresses',
      field({ type: 'email' }),
      'a@b.example c@d.example',
      'Enter a valid email address',
    ],
    ['no whole number', field({ format: 'integer' }), '1.5', 'Boat is invalid'],
    ['no number', field({ format: 'decimal' }), 'one', 'Boat is invalid'],
    ['a choice that is none', field({ type: 'select', options: choices }), 'x', 'Boat is invalid'],
    ['a short text', field({ minSize: 3 }), ' ab ', 'Enter 3 characters or more in this field: Boat'],
    ['a long text', field({ maxSize: 4 }), 'abcde', 'Enter 4 characters or fewer in this field: Boat'],
    [
      'a text of two where one is allowed',
      field({ maxSize: 1 }),
      'ab',
      'Enter 1 character or fewer in this field: Boat',
    ],
    [
      'a long email address',
      field({ type: 'email' }),
      `${'a'.repeat(121)}@b.example`,
      'Enter 128 characters or fewer in this field: Boat',
    ],
    [
      'a long text where the form names no limit',
      field(),
      'a'.repeat(129),
      'Enter 128 characters or fewer in this field: Boat',
    ],
  ])('that is %s is refused in words (form-5, form-6, form-7)', (_, step, value, sentence) => {
    expect(said(step, value)).toBe(sentence);
  });

  it('says "1 character" when at least one is needed (form-7)', () => {
    expect(englishWords().plural('form.too_short', 1, { field: 'Boat' })).toBe(
      'Enter 1 character or more in this field: Boat',
    );
  });

  it.each([
    [field(), ' Otter '],
    [field({ minSize: 3, maxSize: 3 }), ' abc '],
    // One emoji counts as one character, however many code units it takes.
    [field({ maxSize: 1 }), '🛶'],
    [field({ type: 'email' }), ' mara@boats.example '],
    [field({ format: 'integer' }), '-12'],
    [field({ format: 'decimal' }), '1,5'],
    [field({ type: 'select', options: choices }), 'e'],
  ])('that fits is taken: %j', (step, value) => {
    expect(fieldProblem(step, value)).toBeUndefined();
  });
});

it('a field without bounds takes 1 to 128 characters, and an email never more (form-9)', () => {
  expect(field()).toMatchObject({ minSize: 1, maxSize: 128 });
  expect(fieldProblem(field(), 'x'.repeat(128))).toBeUndefined();
  expect(said(field(), 'x'.repeat(129))).toBe('Enter 128 characters or fewer in this field: Boat');
  expect(field({ maxSize: 256 }).maxSize).toBe(256);
  expect(field({ type: 'email', maxSize: 256 }).maxSize).toBe(128);
});

describe('an answer', () => {
  it('is trimmed and keyed by its type (form-2)', () => {
    expect(answerOf(field(), ' Otter ')).toEqual({
      type: 'text',
      name: 'boat',
      label: 'Boat',
      text: 'Otter',
    });
    expect(answerOf(field({ type: 'email' }), ' a@b.example ')).toMatchObject({ email: 'a@b.example' });
    expect(answerOf(field({ type: 'select', options: choices }), 'e')).toMatchObject({
      select: [{ name: 'e', label: 'Elk' }],
    });
  });

  it('is read back as rows, and odd ones are left out', () => {
    const fields = [
      { type: 'text', name: 'boat', label: 'Boat', text: 'Otter' },
      { type: 'email', name: 'mail', email: 'a@b.example' },
      { type: 'select', name: 's', label: 'Which', select: [...choices, null, 7] },
      null,
      'x',
      { text: 'no name' },
    ];
    expect(answerRows(fields)).toEqual([
      { label: 'Boat', value: 'Otter' },
      { label: 'mail', value: 'a@b.example' },
      { label: 'Which', value: 'Otter, Elk' },
    ]);
    expect(answerRows('x')).toEqual([]);
  });
});

describe('a form', () => {
  const text = { type: 'text', name: 'a', label: 'A' };
  it.each([
    ['no list', 'x'],
    ['a field that is none', [text, null]],
    ['a type that is not known', [{ ...text, type: 'date' }]],
    ['a field without a name', [{ type: 'text', label: 'A' }]],
    ['two fields of one name', [text, text]],
    ['a choice without options', [{ type: 'select', name: 's', options: [] }]],
    ['21 fields', Array.from({ length: 21 }, (_, i) => ({ ...text, name: `f${i}` }))],
  ])('with %s has no steps', (_, fields) => {
    expect(formSteps(fields)).toEqual([]);
  });

  it('has a step for each field, and its names may be any text', () => {
    expect(formSteps([{ ...text, name: '__proto__', label: 7 }, text]).map((f) => f.label)).toEqual([
      '__proto__',
      'A',
    ]);
  });
});

describe('a hostile form', () => {
  const field = (more: object) => ({ type: 'text', name: 'n', label: 'N', ...more });

  it('is judged with a few looks at each of a million digits: a look at all for each would not end', () => {
    const [step] = formSteps([field({ format: 'decimal', maxSize: 1e9 })]);
    const digits = '1'.repeat(1_000_000);
    expect(fieldProblem(step as FormField, `${digits}x`)).toEqual({ key: 'form.too_long', count: 4096 });
    const unbounded = { ...(step as FormField), maxSize: Number.POSITIVE_INFINITY };
    expect(fieldProblem(unbounded, `${digits}x`)).toEqual({ key: 'form.invalid' });
    expect(fieldProblem(step as FormField, digits.slice(0, 4096))).toBeUndefined();
    for (const right of ['1', '-1,5', '+.5', ',5', '10.25'])
      expect(fieldProblem(step as FormField, right), right).toBeUndefined();
    for (const wrong of ['1.', '.', '1.2.3', '1e5', '--1', 'x'])
      expect(fieldProblem(step as FormField, wrong), wrong).toEqual({ key: 'form.invalid' });
  });

  it('of more fields than a form has is none, and of its choices five hundred are offered', () => {
    expect(formSteps(Array.from({ length: 100_000 }, (_, i) => field({ name: `n${i}` })))).toEqual([]);
    const options = Array.from({ length: 100_000 }, (_, i) => ({ name: `o${i}`, label: `${i}` }));
    expect(formSteps([field({ type: 'select', options })])[0]?.options).toHaveLength(500);
  });
});
