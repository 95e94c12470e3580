import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import { createDrafts } from '../../../../src/conversation/composer/keepDraft';
import { createFakeClock } from '../../../support/fakeClock';
import { createFakeStore } from '../../../support/fakeStorage';

const setUp = (store = createFakeStore(), who: { user?: string; conversation?: string } = {}) => {
  const clock = createFakeClock();
  const exits = signal(0);
  const isOver = vi.fn(() => false);
  const user = {
    isOver,
    appUserId: signal(who.user),
    linked: signal(false),
    exits: () => exits.value,
    leave: () => void exits.value++,
    isAwaited: vi.fn(() => false),
    isUntold: vi.fn(() => false),
    externalId: vi.fn((): string | null => null),
    leftBy: vi.fn((): string | undefined => undefined),
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

  it('of a login whose token is missing stays while somebody is here without a name (login-27)', () => {
    const store = createFakeStore();
    store.set('int.draft.ann.c', 'Of Ann');
    const { drafts, user } = setUp(store, { user: 'nobody', conversation: 'd' });
    user.isAwaited.mockReturnValue(true);
    expect(drafts.follow('')).toBe('');
    expect(store.get('int.draft.ann.c')).toBe('Of Ann');
    expect(setUp(store, { user: 'ann', conversation: 'c' }).drafts.follow('')).toBe('Of Ann');
  });

  it('that waits for a login goes along once, in its newest words', async () => {
    const store = createFakeStore({ 'int.draft.@ann.': 'Old' });
    const { drafts, user, clock } = setUp(store);
    user.externalId.mockReturnValue('ann');
    expect(drafts.follow('')).toBe('Old');
    drafts.follow('Old\nHal');
    await clock.advance(300);
    drafts.follow('Old\nHalf');
    // As `tokenLogin.ts` does with its answer.
    store.set('int.draft.a.', store.get('int.draft.@ann.') ?? '');
    store.remove('int.draft.@ann.');
    user.appUserId.value = 'a';
    drafts.follow('Old\nHalf');
    expect([...store.map]).toEqual([['int.draft.a.', 'Old\nHalf']]);
  });

  it('that was typed before the messenger was there is the next login’s, on an earlier page, too (login-28)', () => {
    const store = createFakeStore({ 'int.draft.@ann.': 'Of Ann', 'int.typed': 'Of Bob\nHere' });
    const { drafts, user } = setUp(store);
    user.isUntold.mockReturnValue(true);
    user.externalId.mockReturnValue('ann');
    expect(drafts.follow('Here')).toBe('Of Bob\nHere');
    expect(Object.fromEntries(store.map)).toEqual({
      'int.draft.?.': 'Of Bob\nHere',
      'int.draft.@ann.': 'Of Ann',
    });
  });

  it('that another page began before there was a visitor goes along', () => {
    const { drafts, store } = setUp(undefined, known);
    store.set('int.draft..', 'Begun');
    expect(drafts.follow('')).toBe('Begun');
    expect(store.get('int.draft..')).toBe(null);
    expect(store.get('int.draft.u.c')).toBe('Begun');
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

  it('leaves with somebody who never became a visitor, at once', async () => {
    const { drafts, store, clock, user } = setUp();
    const told: string[] = [];
    drafts.key.subscribe((key) => told.push(key));
    drafts.follow('Private');
    user.leave();
    expect([told.length, drafts.follow('Private')]).toEqual([2, '']);
    await clock.advance(300);
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

describe('drafts in two tabs', () => {
  /** Two tabs of one visitor; what one stores, the other hears. */
  const openTabs = () => {
    const store = createFakeStore();
    const heard: ((key: string) => void)[] = [];
    const openTab = () => {
      const tell = (from: number, key: string) => {
        for (const hear of heard.filter((_, i) => i !== from)) hear(key);
      };
      const me = heard.length;
      const mine = {
        ...store,
        set: (key: string, value: string) => {
          const isNews = store.get(key) !== value;
          store.set(key, value);
          if (isNews) tell(me, key);
        },
        remove: (key: string) => {
          store.remove(key);
          tell(me, key);
        },
      };
      const tab = setUp(mine, known);
      heard.push(tab.drafts.guard);
      const shown = { text: tab.drafts.follow('') ?? '' };
      const type = async (text: string) => {
        shown.text = text;
        tab.drafts.follow(text);
        await tab.clock.advance(300);
      };
      return { ...tab, shown, type };
    };
    const one = openTab();
    const two = openTab();
    const settle = async () => {
      for (const { clock } of [one, two, one, two]) await clock.advance(300);
    };
    const stored = () => store.get('int.draft.u.c') ?? '';
    return { one, two, openTab, settle, stored };
  };
  const LONG = 'My order is 17.\nThe left boot is missing.';

  it('stay where the other tab sends a word of its own (composer-17)', async () => {
    const { one, two, openTab, settle, stored } = openTabs();
    await one.type(LONG);
    await two.type('Hi');
    await settle();
    expect(stored().split('\n')).toEqual(expect.arrayContaining(['Hi', ...LONG.split('\n')]));
    await two.type('');
    await settle();
    expect(stored()).toBe(LONG);
    expect(openTab().shown.text).toBe(LONG);
    await one.type('');
    await settle();
    expect(stored()).toBe('');
  });

  it('stay where the other tab has found the draft, and writes something else in its place (composer-17)', async () => {
    const { one, openTab, settle, stored } = openTabs();
    await one.type(LONG);
    const three = openTab();
    expect(three.shown.text).toBe(LONG);
    await three.type('Short');
    await settle();
    expect(stored()).toBe(`Short\n${LONG}`);
    for (const text of ['Shorter', 'Shortest', '']) await three.type(text).then(settle);
    expect(stored()).toBe(LONG);
  });

  it('stay where the tab was asleep while the other one wrote, and are no more than what the tabs show', async () => {
    const { one, two, settle, stored } = openTabs();
    await one.type(LONG);
    one.store.map.set('int.draft.u.c', 'Written during the sleep');
    one.drafts.guard();
    await settle();
    expect(stored()).toBe(`Written during the sleep\n${LONG}`);
    one.drafts.guard();
    two.drafts.guard();
    await settle();
    expect(stored()).toBe(`Written during the sleep\n${LONG}`);
  });

  it('are gone from all tabs once the visitor has left in one', async () => {
    const { one, two, settle, stored } = openTabs();
    await one.type(LONG);
    await two.type('Hi');
    for (const { user } of [one, two]) user.isOver.mockReturnValue(true);
    two.store.remove('int.draft.u.c');
    one.drafts.flush();
    await settle();
    expect(stored()).toBe('');
  });
});
