import { signal } from '@preact/signals-react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeptForms } from '../../../../src/features/forms/keepForms';
import { createFakeStore } from '../../../support/fakeStorage';
import { hostileStored } from '../../../support/hostileValues';

const good = { user: 'u', forms: { f: { step: 2, values: { name: 'Ann' }, referenceId: 'r' } } };
const open = (text: string, isOver = false) => {
  const store = createFakeStore({ 'int.forms': text });
  const appUserId = signal<string | undefined>('u');
  return {
    appUserId,
    store,
    kept: createKeptForms({
      ...{ store: () => store, integrationId: 'int' },
      ...{ owner: appUserId, isOver: () => isOver },
    }),
  };
};

describe('a half-filled form', () => {
  it('is found again', () => {
    expect(open(JSON.stringify(good)).kept.get('f')).toEqual(good.forms.f);
    expect(open(JSON.stringify({ ...good, user: 'v' })).kept.get('f')).toBeUndefined();
  });

  it('is stored once its visitor is known, beside what they have kept', () => {
    const { kept, store, appUserId } = open(JSON.stringify(good));
    appUserId.value = undefined;
    const form = { _id: 'g', step: 1, values: { a: 'b' }, formSubmissionStatus: 'unsubmitted' } as const;
    kept.set('g', form);
    expect(JSON.parse(store.get('int.forms') ?? '')).toEqual(good);
    appUserId.value = 'u';
    kept.set('g', form);
    expect(Object.keys(JSON.parse(store.get('int.forms') ?? '').forms)).toEqual(['f', 'g']);
  });

  it('is not stored once the visitor has left in another tab, which this one has yet to hear', () => {
    const { kept, store } = open('', true);
    kept.set('f', { _id: 'f', ...good.forms.f, formSubmissionStatus: 'unsubmitted' });
    expect(store.get('int.forms')).toBe('');
  });

  it('is stored despite invalid entries, and read as far as it is a form', () => {
    fc.assert(
      fc.property(hostileStored(good), (text) => {
        const { kept, store } = open(text);
        const { step = 1, values = {} } = kept.get('f') ?? {};
        expect(Number.isInteger(step) && step >= 1 && step <= 1000).toBe(true);
        expect(Object.values(values).every((value) => typeof value === 'string')).toBe(true);
        kept.set('g', { _id: 'g', step: 1, values: { a: 'b' }, formSubmissionStatus: 'unsubmitted' });
        expect(JSON.parse(store.get('int.forms') ?? '').forms.g.values).toEqual({ a: 'b' });
      }),
      { numRuns: 200 },
    );
  });
});
