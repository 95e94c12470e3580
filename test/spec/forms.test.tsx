import { screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { alerts, createVisitor, leave } from './support/visitor';

afterEach(leave);

const shows = async (...fields: Record<string, unknown>[]) => {
  const visitor = await createVisitor();
  await visitor.agentSays({ type: 'form', fields });
  return visitor;
};
const says = () => alerts().filter(Boolean);

describe('SPEC.md section 5 ‘Forms’', () => {
  it('Text and email values are trimmed before submit.', async () => {
    const visitor = await shows(
      { type: 'text', name: 'pet', label: 'Pet' },
      { type: 'email', name: 'mail', label: 'Email' },
    );
    await visitor.fills('Pet', '  Rex \n');
    await visitor.press('Next');
    await visitor.fills('Email', '\t ann@boats.example ');
    await visitor.press('Submit');
    expect(visitor.service.bodies(/POST .*\/messages$/)).toMatchObject([
      {
        message: {
          type: 'formResponse',
          fields: [
            { name: 'pet', text: 'Rex' },
            { name: 'mail', email: 'ann@boats.example' },
          ],
        },
      },
    ]);
  });

  it.each([
    [
      'This field is required: {field}',
      'This field is required: Pet',
      { type: 'text', name: 'pet', label: 'Pet' },
      '   ',
    ],
    [
      'This field is required: {field}',
      'This field is required: Boat',
      { type: 'select', name: 'boat', label: 'Boat', options: [{ name: 'o', label: 'Otter' }] },
      undefined,
    ],
    ['Enter a name', 'Enter a name', { type: 'text', name: 'name', label: 'Name' }, ''],
    [
      'Enter a valid email address',
      'Enter a valid email address',
      { type: 'email', name: 'm', label: 'Mail' },
      'ann@',
    ],
    ['Enter an email address', 'Enter an email address', { type: 'email', name: 'm', label: 'Mail' }, ' '],
    [
      '{field} is invalid',
      'Age is invalid',
      { type: 'text', name: 'a', label: 'Age', format: 'integer' },
      '4.5',
    ],
    [
      'Enter {n} characters or more in this field: {field}',
      'Enter 3 characters or more in this field: Pet',
      { type: 'text', name: 'p', label: 'Pet', minSize: 3 },
      ' ab ',
    ],
    [
      'Enter {n} characters or less...',
      'Enter 5 characters or less in this field: Pet',
      { type: 'text', name: 'p', label: 'Pet', maxSize: 5 },
      'abcdef',
    ],
    [
      'Enter 1 character...',
      'Enter 1 character or less in this field: Pet',
      { type: 'text', name: 'p', label: 'Pet', maxSize: 1 },
      'ab',
    ],
  ])('Messages: ‘%s’ as ‘%s’', async (_, sentence, field, value) => {
    const visitor = await shows(field);
    if (value !== undefined) await visitor.fills(field.label, value);
    await visitor.press('Submit');
    expect(says()).toEqual([sentence]);
    expect(visitor.service.bodies(/POST .*\/messages$/)).toEqual([]);
    expect(screen.getByLabelText(field.label).getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [{ type: 'text', name: 'p', label: 'Pet', minSize: 3, maxSize: 5 }, ' abc '],
    [{ type: 'text', name: 'p', label: 'Pet', minSize: 3, maxSize: 5 }, 'abcde'],
    [{ type: 'text', name: 'p', label: 'Pet', format: 'decimal' }, '4,5'],
    [{ type: 'email', name: 'p', label: 'Pet' }, 'a@b.example'],
  ])('Messages: none where the value is right: %j %s', async (field, value) => {
    const visitor = await shows(field);
    await visitor.fills('Pet', value);
    await visitor.press('Submit');
    expect(says()).toEqual([]);
    expect(visitor.service.bodies(/POST .*\/messages$/)).toHaveLength(1);
  });
});
