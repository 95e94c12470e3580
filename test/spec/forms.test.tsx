import { screen } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import type { Service } from './support/service';
import { alerts, createVisitor, leave, returning } from './support/visitor';

const shows = async (...fields: Record<string, unknown>[]) => {
  const visitor = await createVisitor();
  await visitor.agentSays({ type: 'form', fields });
  return visitor;
};
const says = () => alerts().filter(Boolean);

const it = test.extend('storage', () => returning());

describe('forms', () => {
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
      'Enter {n} characters or fewer...',
      'Enter 5 characters or fewer in this field: Pet',
      { type: 'text', name: 'p', label: 'Pet', maxSize: 5 },
      'abcdef',
    ],
    [
      'Enter 1 character...',
      'Enter 1 character or fewer in this field: Pet',
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

describe('a half-filled form', () => {
  const FORM = {
    type: 'form',
    fields: [
      { type: 'text', name: 'pet', label: 'Pet' },
      { type: 'text', name: 'size', label: 'Size' },
    ],
  };
  const before = (service: Service) => void service.add(FORM, 60);
  const value = (label: string) => (screen.queryByLabelText(label) as HTMLInputElement | null)?.value;
  const visit = (storage: Storage) => createVisitor({ storage, before });

  it('is restored at its step after a reload', async ({ storage }) => {
    const visitor = await visit(storage);
    await visitor.fills('Pet', 'Rex');
    await visitor.press('Next');
    await visitor.fills('Size', 'bi');
    // Leave before the delayed save of the last input; leaving must save it.
    leave();
    const again = await visit(storage);
    expect(value('Size')).toBe('bi');
    await again.press('Back');
    expect(value('Pet')).toBe('Rex');
  });

  it('is stored with each key', async ({ storage }) => {
    const visitor = await visit(storage);
    await visitor.fills('Pet', 'Rex');
    expect(storage['ZD-int.forms']).toContain('Rex');
    await visitor.fills('Pet', 'Rexi');
    expect(storage['ZD-int.forms']).toContain('Rexi');
  });

  it('is forgotten once submitted', async ({ storage }) => {
    const visitor = await visit(storage);
    await visitor.fills('Pet', 'Rex');
    await visitor.press('Next');
    await visitor.fills('Size', 'big');
    await visitor.press('Submit');
    leave();
    expect(Object.keys(storage)).not.toContain('ZD-int.forms');
  });

  it('is submitted once, though the page went before the answer came', async ({ storage }) => {
    const visitor = await visit(storage);
    await visitor.fills('Pet', 'Rex');
    await visitor.press('Next');
    await visitor.fills('Size', 'big');
    visitor.service.next(/POST .*messages$/, { until: new Promise(() => {}) });
    await visitor.press('Submit');
    const sent = visitor.service.bodies(/POST .*messages$/)[0]?.message as { referenceId: string };
    leave();
    const again = await visit(storage);
    await again.press('Submit');
    expect(again.service.bodies(/POST .*messages$/)).toMatchObject([
      { message: { referenceId: sent.referenceId } },
    ]);
  });

  it('is removed with its visitor, even if their window was closed', async ({ storage }) => {
    const visitor = await visit(storage);
    await visitor.fills('Pet', 'Rex');
    await visitor.wait(300);
    await visitor.fills('Pet', 'Rexi');
    visitor.delivery.logoutUser();
    await visitor.settle();
    await visitor.wait(1000);
    leave();
    expect(JSON.stringify(storage)).not.toContain('Rex');
    storage['ZD-int.forms'] = JSON.stringify({ user: 'u', forms: {} });
    storage['ZD-int.appUserId'] = 'u';
    storage['ZD-int.sessionToken'] = 'token';
    const closed = await createVisitor({ storage, closed: true });
    closed.delivery.logoutUser();
    await closed.settle();
    expect(Object.keys(storage)).not.toContain('ZD-int.forms');
  });

  it.each([
    '{"user":"v","forms":{"m1":{"step":2,"values":{"pet":"Rex"}}}}',
    '{"user":"u","forms":{"m1":{"step":"x","values":{"pet":5}}}}',
    '{"user":"u","forms":[',
    '7',
  ])('is empty when storage has none of this visitor: %s', async (stored) => {
    const storage = returning();
    storage['ZD-int.forms'] = stored;
    await visit(storage);
    expect(value('Pet')).toBe('');
  });
});
