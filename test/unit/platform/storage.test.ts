import { describe, expect, it } from 'vitest';
import type { OpenChannel } from '../../../src/delivery/identity/tokenOfTabs';
import { createStorages, STORAGE_PREFIX } from '../../../src/platform/storage';
import { createTabChannel } from '../../../src/platform/tabChannel';
import { createFakeStorage, createFullStorage, createStorageHost } from '../../support/fakeStorage';
import { type Allowed, createVisitorBrowser } from '../../support/visitorBrowser';

const create = (remember = true, consent?: 'all' | 'functional' | 'none') => {
  const local = createFakeStorage({ 'other.key': 'theirs' });
  const session = createFakeStorage();
  return {
    local,
    session,
    storages: createStorages(createStorageHost({ local, session }), remember, consent),
  };
};
const kept = (storage: Storage) => Object.keys(storage).filter((k) => k.startsWith(STORAGE_PREFIX));

describe('what is kept', () => {
  it('carries the prefix and is read back without it (visitor-10)', () => {
    const { storages, local } = create();
    storages.lasting.set('a', '1');
    expect(STORAGE_PREFIX).toBe('ZD-');
    expect(local.getItem('ZD-a')).toBe('1');
    expect(storages.lasting.get('a')).toBe('1');
  });

  it('lasts in localStorage when history is remembered, else in the tab (store-1)', () => {
    const remembered = create(true);
    remembered.storages.lasting.set('a', '1');
    expect([kept(remembered.local), kept(remembered.session)]).toEqual([['ZD-a'], []]);
    const forgotten = create(false);
    forgotten.storages.lasting.set('a', '1');
    expect([kept(forgotten.local), kept(forgotten.session)]).toEqual([[], ['ZD-a']]);
    expect(forgotten.storages.session.get('a')).toBe('1');
  });

  it('stays apart in the two areas', () => {
    const { storages } = create();
    storages.lasting.set('a', 'lasting');
    storages.session.set('a', 'session');
    storages.session.remove('a');
    expect([storages.lasting.get('a'), storages.session.get('a')]).toEqual(['lasting', null]);
  });

  it('is found by the start of its key, and nothing of the page is', () => {
    const { storages, local } = create();
    local.setItem('ZD-box.from-before', 'x');
    local.setItem('box.theirs', 'x');
    storages.lasting.set('box.1', 'x');
    storages.lasting.set('other', 'x');
    expect(storages.lasting.keys('box.').sort()).toEqual(['box.1', 'box.from-before']);
  });

  it('is seen at once when another tab changes it', () => {
    const { storages, local } = create();
    storages.lasting.set('a', '1');
    local.setItem('ZD-a', '2');
    expect(storages.lasting.get('a')).toBe('2');
  });
});

describe('a browser that keeps nothing', () => {
  it.each([
    ['throws at the very property', createStorageHost({})],
    [
      'throws on every write',
      createStorageHost({ local: createFullStorage(), session: createFullStorage() }),
    ],
  ])('and %s is stood in for by memory, without a throw', (_name, host) => {
    for (const store of [createStorages(host, true).lasting, createStorages(host, false).session]) {
      expect(store.get('a')).toBeNull();
      store.set('a', '1');
      expect(store.get('a')).toBe('1');
      expect(store.keys('')).toEqual(['a']);
      store.remove('a');
      expect([store.get('a'), store.keys('')]).toEqual([null, []]);
    }
  });

  it('lets consent change all the same', () => {
    const storages = createStorages(createStorageHost({}), true);
    storages.lasting.set('a', '1');
    for (const level of ['none', 'functional', 'all'] as const) {
      storages.setConsent(level);
      expect(storages.lasting.get('a')).toBe('1');
    }
  });

  it('and is full gives the newest value, not the old one it still holds', () => {
    const local = createFullStorage({ 'ZD-a': 'old' });
    const storages = createStorages(createStorageHost({ local, session: createFakeStorage() }), true);
    storages.lasting.set('a', 'new');
    expect(storages.lasting.get('a')).toBe('new');
    storages.setConsent('none');
    expect(storages.lasting.get('a')).toBe('new');
    expect(kept(local)).toEqual([]);
  });
});

describe('what tabs tell each other', () => {
  const open = (allowed: Allowed, level?: 'none') => {
    const channels = new Set<ReturnType<OpenChannel>>();
    const browser = createVisitorBrowser((tell) => tell());
    const tab = () => {
      const self: ReturnType<OpenChannel> = {
        onmessage: null,
        postMessage(data) {
          for (const each of channels) if (each !== self) each.onmessage?.({ data } as MessageEvent);
        },
        close: () => void channels.delete(self),
      };
      const channel = createTabChannel('tabs', () => {
        channels.add(self);
        return self;
      });
      const { host } = browser.openHost(createFakeStorage(), allowed);
      const storages = createStorages(host, true, level, channel);
      const heard: unknown[] = [];
      const stop = storages.onForeignChange((key, value) => value && heard.push([key, value]));
      storages.lasting.set('seen', '1');
      heard.length = 0;
      return { storages, heard, stop };
    };
    return { channels, tabs: [tab(), tab(), tab()] as const };
  };

  it.each(['all', 'reading', 'nothing'] as const)(
    'is heard once by each of the others where storage allows %s (store-7)',
    (allowed) => {
      for (const level of [undefined, 'none'] as const) {
        const { tabs, channels } = open(allowed, level);
        const [one, two, three] = tabs;
        for (const tab of tabs) tab.heard.length = 0;
        one.storages.lasting.tell('int.exit', '5');
        two.storages.lasting.tell('int.ask', 'secret');
        const exit = ['int.exit', '5'];
        const ask = level ? [] : [['int.ask', 'secret']];
        expect([one.heard, two.heard, three.heard]).toEqual([ask, [exit], [exit, ...ask]]);
        if (allowed === 'all' && !level) expect(channels.size).toBe(0);
        for (const tab of tabs) tab.stop();
        expect(channels.size).toBe(0);
      }
    },
  );

  it('gets lost without a throw where there is no channel, either', () => {
    const channel = createTabChannel('tabs', () => {
      throw new DOMException('denied', 'SecurityError');
    });
    const storages = createStorages(createStorageHost({}), true, 'all', channel);
    storages.lasting.set('a', '1');
    storages.lasting.tell('int.exit', '5');
    expect(storages.lasting.get('a')).toBe('1');
  });
});

describe('consent', () => {
  it('of none before the first write keeps everything in memory (store-4)', () => {
    const { storages, local, session } = create(true, 'none');
    storages.lasting.set('a', '1');
    storages.session.set('b', '2');
    expect([storages.lasting.get('a'), storages.session.get('b')]).toEqual(['1', '2']);
    expect([kept(local), kept(session)]).toEqual([[], []]);
  });

  it('of none does not even read what an earlier page left (store-4)', () => {
    const local = createFakeStorage({ 'ZD-a': 'before' });
    const { lasting } = createStorages(
      createStorageHost({ local, session: createFakeStorage() }),
      true,
      'none',
    );
    expect([lasting.get('a'), lasting.keys('')]).toEqual([null, []]);
  });

  it.each(['none', 'functional'] as const)(
    'of %s at first removes what it forbids, and nothing else',
    (level) => {
      const entries = {
        'ZD-i.appUserId': 'a',
        'ZD-i.outbox.1': 'b',
        'ZD-campaigns.seen': 'c',
        'ZD-analytics.suid': 'd',
        theirs: 'e',
      };
      const local = createFakeStorage(entries);
      const session = createFakeStorage(entries);
      const storages = createStorages(createStorageHost({ local, session }), true, level);
      storages.removeForbidden();
      const left = level === 'none' ? ['theirs'] : ['ZD-i.appUserId', 'ZD-i.outbox.1', 'theirs'];
      expect([Object.keys(local), Object.keys(session)]).toEqual([left, left]);
      // Nothing of it has moved to memory.
      expect(storages.lasting.keys('')).toEqual(level === 'none' ? [] : ['i.appUserId', 'i.outbox.1']);
      expect(storages.firstConsent).toBe(level);
    },
  );

  it('of functional keeps identity and drafts, and history in memory alone (store-3)', () => {
    const { storages, local, session } = create(true, 'functional');
    const ours = ['int.appUserId', 'int.sessionToken', 'int.draft.u.c'];
    for (const key of [...ours, 'campaigns', 'campaigns.visits', 'analytics.buid'])
      storages.lasting.set(key, '1');
    storages.session.set('widgetOpen', 'true');
    expect(kept(local).sort()).toEqual(ours.map((key) => `ZD-${key}`).sort());
    expect(kept(session)).toEqual(['ZD-widgetOpen']);
    for (const key of ['campaigns', 'campaigns.visits', 'analytics.buid'])
      expect(storages.lasting.get(key)).toBe('1');
  });

  it('brought down to functional takes history out of the browser, an earlier page’s too, and goes on with it', () => {
    const local = createFakeStorage({
      'ZD-campaigns': 'seen before',
      'ZD-analytics.sent': '1',
      campaigns: 'theirs',
    });
    const session = createFakeStorage({ 'ZD-campaigns.here': 'x' });
    const storages = createStorages(createStorageHost({ local, session }), true);
    storages.lasting.set('user', '1');
    storages.setConsent('functional');
    expect([kept(local), kept(session)]).toEqual([['ZD-user'], []]);
    expect(local.getItem('campaigns')).toBe('theirs');
    expect(storages.lasting.get('campaigns')).toBe('seen before');
    storages.lasting.set('campaigns', 'seen now');
    expect([kept(local), storages.lasting.get('campaigns')]).toEqual([['ZD-user'], 'seen now']);
    storages.setConsent('all');
    expect(local.getItem('ZD-campaigns')).toBe('seen now');
  });

  it('of functional does not read what an earlier page left of history', () => {
    const local = createFakeStorage({ 'ZD-campaigns': 'before', 'ZD-user': '1' });
    const { lasting } = createStorages(
      createStorageHost({ local, session: createFakeStorage() }),
      true,
      'functional',
    );
    expect([lasting.get('campaigns'), lasting.get('user'), lasting.keys('')]).toEqual([null, '1', ['user']]);
  });

  it('withdrawn removes all of ours from both areas, and nothing of the page, while this page goes on (store-4)', () => {
    const { storages, local, session } = create();
    storages.lasting.set('a', '1');
    storages.session.set('b', '2');
    storages.setConsent('none');
    expect([kept(local), kept(session)]).toEqual([[], []]);
    expect(local.getItem('other.key')).toBe('theirs');
    expect([storages.lasting.get('a'), storages.session.get('b')]).toEqual(['1', '2']);
  });

  it('given later writes down what memory holds', () => {
    const { storages, local } = create(true, 'none');
    storages.lasting.set('user', '1');
    storages.lasting.set('campaigns', '2');
    storages.setConsent('functional');
    expect(kept(local)).toEqual(['ZD-user']);
    storages.setConsent('all');
    expect(kept(local).sort()).toEqual(['ZD-campaigns', 'ZD-user']);
    expect(local.getItem('ZD-campaigns')).toBe('2');
  });

  it('given later leaves no copy behind that would hide what is written next, here or in another tab', () => {
    const { storages, local } = create(true, 'none');
    storages.lasting.set('a', '1');
    storages.setConsent('all');
    storages.lasting.set('a', '2');
    expect(storages.lasting.get('a')).toBe('2');
    local.setItem('ZD-a', '3');
    expect(storages.lasting.get('a')).toBe('3');
  });

  it('switched to and fro loses nothing', () => {
    const { storages, local } = create();
    storages.lasting.set('a', '1');
    for (const level of ['none', 'all', 'functional', 'none', 'functional'] as const)
      storages.setConsent(level);
    expect([storages.lasting.get('a'), local.getItem('ZD-a')]).toEqual(['1', '1']);
  });

  it('does not bring back what was removed', () => {
    const { storages, local } = create();
    storages.lasting.set('a', '1');
    storages.setConsent('none');
    storages.lasting.remove('a');
    storages.setConsent('all');
    expect([storages.lasting.get('a'), kept(local)]).toEqual([null, []]);
  });
});
