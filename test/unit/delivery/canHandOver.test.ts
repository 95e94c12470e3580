import { signal } from '@preact/signals-react';
import { expect, it } from 'vitest';
import { canHandOver } from '../../../src/delivery/canHandOver';
import type { Message } from '../../../src/model/message';
import { createFakeStore } from '../../support/fakeStorage';

const ask = (entries: Record<string, string>, log: Partial<Message>[] = []) =>
  canHandOver({
    kept: createFakeStore(entries),
    user: { idKey: 'int.appUserId' },
    conversations: { active: signal(undefined) },
    messages: { of: () => signal(log as Message[]) },
  });

it('a page may be handed over to a later build if the browser stores the visitor', () => {
  expect([ask({ 'int.appUserId': 'u' }), ask({})]).toEqual([true, false]);
});

it('a page is not handed over while a file is uploaded, but while a text is sent', () => {
  const entries = { 'int.appUserId': 'u' };
  expect(ask(entries, [{ key: 'file-1', status: 'sending' }])).toBe(false);
  expect(ask(entries, [{ key: 'file-1', status: 'sent' }])).toBe(true);
  expect(ask(entries, [{ key: 'file-1', status: 'sending', isDelayed: true }])).toBe(true);
  expect(ask(entries, [{ key: 'text', status: 'sending' }])).toBe(true);
});
