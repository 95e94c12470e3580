import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { createDrafts } from '../../../../src/conversation/composer/keepDraft';
import { createFakeClock } from '../../../support/fakeClock';
import { createFakeStore } from '../../../support/fakeStorage';

const setUp = (store = createFakeStore(), who: { user?: string; conversation?: string } = {}) => {
  const clock = createFakeClock();
  let exits = 0;
  const user = {
    appUserId: signal(who.user),
    linked: signal(false),
    exits: () => exits,
    leave: () => void exits++,
  };
  const active = signal(who.conversation ? { _id: who.conversation } : undefined);
  const drafts = createDrafts({ store, clock, integrationId: 'int', user, active });
  return { drafts, store, clock, user, active };
};

const known = { user: 'u', conversation: 'c' };

describe('a draft', () => {
  it('is stored a moment after the last key, and found again by the next page (composer-5)', async () => {
    const { drafts, store, clock } = setUp(undefined, known);
    expect(drafts.follow('')).toBe('');
    drafts.follow('Hal');
    drafts.follow('Half');
    expect(store.keys('int.draft')).toEqual([]);
    await clock.advance(300);
    expect(store.get('int.draft.u.c')).toBe('Half');
    expect(setUp(store, known).drafts.follow('')).toBe('Half');
  });

  it('begins with what was typed before the messenger was there, once (composer-5)', () => {
    const { drafts, store } = setUp();
    store.set('int.typed', 'Early');
    expect(drafts.follow('')).toBe('Early');
    expect(store.keys('int.typed')).toEqual([]);
    drafts.flush();
    expect(setUp(store).drafts.follow('')).toBe('Early');
  });

  it.each([
    ['on this page', 'New', ''],
    ['on an earlier page', '', 'New'],
  ])('stays before what was typed %s until it could be shown', (_, shown, typed) => {
    const { drafts, store, active } = setUp(undefined, { user: 'u' });
    store.set('int.draft.u.c', 'Old');
    store.set('int.typed', typed);
    drafts.follow(shown);
    active.value = { _id: 'c' };
    expect(drafts.follow('New')).toBe('Old\nNew');
    expect(drafts.follow('Old\nNew')).toBe(undefined);
    drafts.flush();
    expect(store.get('int.draft.u.c')).toBe('Old\nNew');
  });

  it('is removed as soon as it is sent, even before it was stored', async () => {
    const { drafts, store, clock } = setUp(undefined, known);
    drafts.follow('');
    drafts.follow('Half');
    await clock.advance(300);
    drafts.follow('Half a');
    drafts.follow('');
    await clock.advance(1000);
    expect(store.keys('int.draft')).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('is found once the conversation is read', () => {
    const store = createFakeStore();
    store.set('int.draft.u.c', 'Half');
    const { drafts, active } = setUp(store, { user: 'u' });
    expect(drafts.follow('')).toBe('');
    active.value = { _id: 'c' };
    expect(drafts.follow('')).toBe('Half');
  });

  it('moves into the conversation that starts while it is typed', async () => {
    const { drafts, store, clock, user, active } = setUp();
    drafts.follow('');
    drafts.follow('Hello');
    await clock.advance(300);
    user.appUserId.value = 'u';
    active.value = { _id: 'c' };
    expect(drafts.follow('Hello')).toBeUndefined();
    await clock.advance(300);
    expect(store.keys('int.draft')).toEqual(['int.draft.u.c']);
  });

  it('stays with its conversation when another one is opened', async () => {
    const { drafts, store, active } = setUp(undefined, known);
    drafts.follow('');
    drafts.follow('For c');
    active.value = { _id: 'd' };
    expect(drafts.follow('For c')).toBe('');
    expect(store.get('int.draft.u.c')).toBe('For c');
    active.value = { _id: 'c' };
    expect(drafts.follow('')).toBe('For c');
  });

  it.each([undefined, 'next'])(
    'is not shown to who comes after its author (%s), and not kept',
    async (next) => {
      const { drafts, store, clock, user, active } = setUp(undefined, known);
      drafts.follow('');
      drafts.follow('Secret');
      await clock.advance(300);
      user.leave();
      user.appUserId.value = next;
      active.value = next ? { _id: 'd' } : undefined;
      expect(drafts.follow('Secret')).toBe('');
      expect(store.keys('int.draft')).toEqual([]);
    },
  );

  it('is removed by a reset before the visitor exists', () => {
    const { drafts, store, user } = setUp();
    drafts.follow('');
    drafts.follow('Secret');
    user.leave();
    user.appUserId.value = 'next';
    expect(drafts.follow('Secret')).toBe('');
    expect(store.keys('int.draft')).toEqual([]);
  });

  it('is kept when it was begun after a reset', () => {
    const { drafts, store, user } = setUp();
    drafts.follow('');
    drafts.follow('Secret');
    user.leave();
    drafts.follow('');
    drafts.follow('Half');
    user.appUserId.value = 'next';
    expect(drafts.follow('Half')).toBeUndefined();
    drafts.flush();
    expect(store.keys('int.draft')).toEqual(['int.draft.next.']);
  });

  it.each([
    ['for another person who logs in later', 'b', false, ['int.draft.b.d']],
    ['for the same person', 'a', false, ['int.draft.a.c', 'int.draft.a.e']],
    [
      'for a visitor by link, who is there beside its author',
      'b',
      true,
      ['int.draft.a.c', 'int.draft.a.e', 'int.draft.b.d'],
    ],
    ['while a login is on its way', undefined, false, ['int.draft.a.c', 'int.draft.a.e', 'int.draft.b.d']],
  ])('of an earlier page is removed only for another person: %s', (_, next, linked, left) => {
    const store = createFakeStore();
    for (const key of ['int.draft.a.c', 'int.draft.a.e', 'int.draft.b.d', 'other.draft.a.c'])
      store.set(key, 'Secret');
    const { drafts, user } = setUp(store, { conversation: 'd' });
    user.linked.value = linked;
    user.appUserId.value = next;
    drafts.follow('');
    expect(store.keys('int.draft').sort()).toEqual(left);
    expect(store.get('other.draft.a.c')).toBe('Secret');
  });

  it.each([
    ['a session that is over and made anew', [undefined, 'v']],
    ['a login', ['v']],
  ])('survives %s', (_, visitors) => {
    const { drafts, store, user, active } = setUp(undefined, known);
    drafts.follow('');
    drafts.follow('Half');
    for (const visitor of visitors) {
      user.appUserId.value = visitor;
      active.value = visitor ? { _id: 'd' } : undefined;
      expect(drafts.follow('Half')).toBeUndefined();
    }
    drafts.flush();
    expect(store.keys('int.draft')).toEqual(['int.draft.v.d']);
  });

  it('is stored at once when the page is left', () => {
    const { drafts, store } = setUp(undefined, known);
    drafts.follow('');
    drafts.follow('Half');
    drafts.flush();
    expect(store.get('int.draft.u.c')).toBe('Half');
  });
});
