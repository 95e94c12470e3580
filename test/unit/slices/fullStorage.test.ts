import { describe, expect, it } from 'vitest';
import { exchangeExits } from '../../../src/delivery/pastExits';
import { createOutbox } from '../../../src/delivery/sending/outbox';
import type { FileStore } from '../../../src/platform/fileStore';
import { createStorages } from '../../../src/platform/storage';
import { createTabChannel } from '../../../src/platform/tabChannel';
import { createUser } from '../../../src/slices/user';
import { createFakeStorage, createStorageHost, createTightStorage } from '../../support/fakeStorage';

/** A browser whose storage has room for so many characters. */
const openBrowser = (room: () => number) => {
  const local = createTightStorage(room);
  let ids = 0;
  /** A page of a tab. @param session the tab's storage */
  const openPage = (session: Storage, consent?: 'none') => {
    const channel = createTabChannel('tabs', () => ({ postMessage() {}, onmessage: null, close() {} }));
    const storages = createStorages(createStorageHost({ local, session }), true, consent, channel);
    storages.removeForbidden();
    const user = createUser({
      store: storages.lasting,
      session: storages.session,
      integrationId: 'web',
      createId: () => `id-${++ids}`,
      now: () => ++ids,
    });
    const outbox = createOutbox({ store: storages.lasting, integrationId: 'web', user });
    return { storages, user, outbox, who: () => user.authorization() };
  };
  return { local, openPage };
};

/** The browser's database. */
const createFakeFiles = (): FileStore => {
  const map = new Map<string, { key: string; at: number }>();
  return {
    put: async (key, _, at) => map.set(key, { key, at }),
    get: async () => undefined,
    remove: async (key) => map.delete(key),
    list: async (prefix) => [...map.values()].filter(({ key }) => key.startsWith(prefix)),
  };
};

const named = (storage: Storage, part = '') => Object.keys(storage).filter((key) => key.includes(part));
const basic = (id: string, token: string) => `Basic ${btoa(`${id}:${token}`)}`;
const [ONE, TWO] = [basic('u1', 't1'), basic('u2', 't2')];

describe('a visitor for whom the browser has no room', () => {
  it('is found by the tab’s next pages, whichever entry fits no more, and never half (store-8)', () => {
    // All that is stored here has 150 characters.
    for (let room = 0; room < 160; room++) {
      const { openPage } = openBrowser(() => room);
      const tabs = [createFakeStorage(), createFakeStorage()] as const;
      const first = openPage(tabs[0]);
      const second = openPage(tabs[1]);
      first.user.signIn({ _id: 'u1' }, 't1', undefined);
      first.user.startId();
      second.user.signIn({ _id: 'u2' }, 't2', undefined);
      first.user.clientId();
      const found = tabs.map((tab) => openPage(tab).who());
      // Tabs that share their storage are one visitor, who is the last.
      expect([`${ONE},${TWO}`, `${TWO},${TWO}`, `${ONE},${ONE}`], `${room}`).toContain(`${found}`);
      expect(tabs.map((tab) => openPage(tab).who())).toEqual(found);
    }
  });

  it('is the browser’s, with all that waits, once there is room (store-8)', () => {
    for (const later of ['on the next page', 'with the next entry']) {
      let room = 0;
      const { local, openPage } = openBrowser(() => room);
      const tab = createFakeStorage();
      const page = openPage(tab);
      page.user.signIn({ _id: 'u1' }, 't1', undefined);
      page.outbox.put({ conversationId: '', appUserId: 'u1', message: { key: 'k', text: 'Waits' } });
      expect([named(local), named(tab, '~').length]).toEqual([[], 3]);
      room = 1000;
      if (later === 'on the next page') openPage(tab).user.clientId();
      else page.storages.lasting.set('emoji.tone', '1');
      expect(named(tab, '~')).toEqual([]);
      const other = openPage(createFakeStorage());
      expect([other.who(), other.outbox.of('u1')[0]?.message.text]).toEqual([ONE, 'Waits']);
    }
  });

  it('replaces no visitor whom another tab has stored since', () => {
    let room = 0;
    const { openPage } = openBrowser(() => room);
    const [tab, other] = [createFakeStorage(), createFakeStorage()];
    openPage(tab).user.signIn({ _id: 'u1' }, 't1', undefined);
    room = 1000;
    openPage(other).user.signIn({ _id: 'u2' }, 't2', undefined);
    const page = openPage(tab);
    page.storages.setConsent('all');
    page.user.clientId();
    expect([openPage(tab).who(), openPage(other).who()]).toEqual([ONE, TWO]);
  });

  it('is never lost, nor given another’s session, by two tabs and room that comes and goes (store-8)', () => {
    /** Two tabs of a browser that is full at first. In steps, odd ones are the second tab's. */
    const play = (steps: number[]) => {
      let [room, made] = [0, 0];
      const { openPage } = openBrowser(() => room);
      const tabs = [createFakeStorage(), createFakeStorage()] as const;
      const pages = tabs.map((tab) => openPage(tab));
      const refused = new Set<string>();
      const all = new Set<string>();
      const begin = ({ user }: (typeof pages)[0]) => {
        if (!user.auth.value) user.takeStored();
        const { value: id } = user.appUserId;
        if (id) return user.signIn({ _id: id }, undefined, undefined);
        user.clientId();
        made++;
        user.signIn({ _id: `u${made}` }, `t${made}`, undefined);
        all.add(`${user.authorization()}`);
      };
      for (const step of steps) {
        const at = step % 2;
        const page = pages[at] as (typeof pages)[0];
        if (step === 0) room = room ? 0 : 1000;
        else if (step < 3) begin(page);
        else if (step < 5) {
          pages[at] = openPage(tabs[at] as Storage);
          if (pages[at].user.auth.value) begin(pages[at]);
        } else if (page.user.auth.value) {
          refused.add(`${page.who()}`);
          page.user.clear(true);
          begin(page);
        }
        for (const { user } of pages)
          if (user.isStale() && user.stored.session()) {
            user.clear(true);
            user.takeStored();
          }
        const found = tabs.map((tab) => openPage(createFakeStorage({ ...tab } as never)).who());
        if (found.some((who) => who && !all.has(who))) return 'mixed';
        if ([...all].some((who) => !refused.has(who) && !found.includes(who))) return 'lost';
      }
      return;
    };
    const problems = Array.from({ length: 7 ** 3 }, (_, nth) => {
      const steps = [2, 0, ...[...nth.toString(7).padStart(3, '0')].map(Number)];
      const problem = play(steps);
      return problem ? [`${problem} after ${steps}`] : [];
    }).flat();
    expect(problems).toEqual([]);
  });

  it.each(['logout', 'reset', 'consent'] as const)('leaves nothing of theirs at a %s', (how) => {
    const { local, openPage } = openBrowser(() => 0);
    const tab = createFakeStorage();
    const { user, storages } = openPage(tab);
    user.signIn({ _id: 'u1' }, 't1', undefined);
    user.startId();
    storages.lasting.set('web.draft.u1.', 'private');
    if (how === 'consent') storages.setConsent('none');
    else user.clear(false, how === 'reset');
    expect([named(local), named(tab, '~')]).toEqual([[], []]);
    expect(openPage(tab).who()).toBeUndefined();
    if (how !== 'consent') return;
    // This page stays, and stores the visitor again where that is allowed again.
    expect(user.stored.session()).toEqual({ appUserId: 'u1', sessionToken: 't1' });
    storages.setConsent('all');
    expect(openPage(tab).who()).toBe(ONE);
    // A page that allows nothing from the start takes it away.
    openPage(tab, 'none');
    expect(named(tab, 'ZD-')).toEqual([]);
  });

  it('has left where another tab says so while the tab is elsewhere, but for what a login has not sent', () => {
    let room = 0;
    const { openPage } = openBrowser(() => room);
    const tab = createFakeStorage();
    const { user, outbox } = openPage(tab);
    user.signIn({ _id: 'u1' }, 't1', undefined);
    outbox.put({ conversationId: '', appUserId: 'u1', message: { key: 'anonymous', text: 'Mine' } });
    user.expect('anna');
    outbox.put({ conversationId: '', appUserId: 'u1', message: { key: 'login', text: 'Anna’s' } });
    room = 1000;
    openPage(createFakeStorage()).user.clear();
    const page = openPage(tab);
    expect(page.who()).toBeUndefined();
    expect(page.outbox.of('@anna').map(({ message }) => message.key)).toEqual(['login']);
    page.user.signIn({ _id: 'u2' }, 't2', undefined);
    expect(openPage(tab).who()).toBe(TWO);
  });

  it.each(['logout', 'reset'] as const)(
    'has left by a %s in a window that was elsewhere, and only once',
    async (how) => {
      const { openPage } = openBrowser(() => 0);
      const files = createFakeFiles();
      const deps = (page: ReturnType<typeof openPage>) => ({ user: page.user, integrationId: 'web', files });
      const tab = createFakeStorage();
      const page = openPage(tab);
      const write = (key: string) =>
        page.outbox.put({ conversationId: '', appUserId: 'u1', message: { key, text: 'Mine' } });
      const follow = async (at: Storage) => {
        const opened = openPage(at);
        const exit = await exchangeExits(deps(opened));
        if (exit) opened.user.hearExit(exit);
        const is = opened.user.isOver();
        if (is) opened.user.clear();
        return [is, opened.user.stored.session()];
      };
      page.user.signIn({ _id: 'u1' }, 't1', undefined);
      page.user.expect('bob');
      write('bob');
      page.user.expect('anna');
      write('anna');
      // The browser copies the tab's storage.
      const opened = createFakeStorage({ ...tab } as unknown as Record<string, string>);
      openPage(opened);
      page.user.clear(false, how === 'reset');
      // The page that leaves may be left at once: its next one tells.
      const next = openPage(tab);
      next.user.signIn({ _id: 'u2' }, 't2', undefined);
      expect(await exchangeExits(deps(next))).toBeUndefined();
      expect([await follow(opened), await follow(opened)]).toEqual([
        [true, undefined],
        [false, undefined],
      ]);
      expect(named(opened, '~').sort()).toEqual([
        ...(how === 'reset' ? [] : ['ZD-~web.outbox.anna']),
        'ZD-~web.outbox.bob',
      ]);
      // The next visitors stay, in this tab and in one that began later.
      expect(await follow(tab)).toEqual([false, { appUserId: 'u2', sessionToken: 't2' }]);
      const later = createFakeStorage();
      openPage(later).user.signIn({ _id: 'u3' }, 't3', undefined);
      expect(await follow(later)).toEqual([false, { appUserId: 'u3', sessionToken: 't3' }]);
    },
  );

  it('has left on a page of the tab that Back shows', () => {
    const { openPage } = openBrowser(() => 0);
    const tab = createFakeStorage();
    const kept = openPage(tab);
    kept.user.signIn({ _id: 'u1' }, 't1', undefined);
    openPage(tab).user.clear();
    expect(kept.user.isOver()).toBe(true);
  });

  it('is told of one logout only where their own had no room', () => {
    let room = 0;
    const { openPage } = openBrowser(() => room);
    const tab = createFakeStorage();
    const page = openPage(tab);
    page.user.signIn({ _id: 'u1' }, 't1', undefined);
    page.user.clear();
    const other = openPage(createFakeStorage());
    room = 1000;
    page.user.signIn({ _id: 'u2' }, 't2', undefined);
    page.user.clientId();
    expect([page.user.isOver(), other.user.isOver(), openPage(tab).who()]).toEqual([false, false, TWO]);
  });

  it('goes on in a window that the page opens, with one key for what is not sent', () => {
    const { openPage } = openBrowser(() => 0);
    const tab = createFakeStorage();
    const page = openPage(tab);
    page.user.signIn({ _id: 'u1' }, 't1', undefined);
    page.outbox.put({ conversationId: '', appUserId: 'u1', message: { key: 'k', text: 'Waits' } });
    // The browser copies the tab's storage.
    const opened = openPage(createFakeStorage({ ...tab } as unknown as Record<string, string>));
    expect([opened.who(), opened.user.startId()]).toEqual([ONE, opened.user.startId()]);
    expect(opened.outbox.of('u1').map(({ message }) => message.key)).toEqual(['k']);
  });
});

describe('whether the next page finds the visitor', () => {
  const AREAS = {
    room: () => createFakeStorage(),
    'no room': () => createTightStorage(() => 0),
    'no way to read': () =>
      new Proxy(createFakeStorage(), {
        get: (target, name) => {
          if (name === 'getItem') throw new DOMException('denied', 'SecurityError');
          return Reflect.get(target, name);
        },
      }),
    blocked: () => undefined,
  };
  const names = Object.keys(AREAS) as (keyof typeof AREAS)[];
  it.each(names.flatMap((local) => names.map((session) => [local, session] as const)))(
    'is known where the browser has %s and the tab %s, and nothing is left of the question (store-9)',
    (local, session) => {
      for (const remember of [true, false])
        for (const level of ['all', 'functional', 'none'] as const) {
          const [ofBrowser, ofTab] = [AREAS[local](), AREAS[session]()];
          const host = createStorageHost({ local: ofBrowser, session: ofTab });
          const channel = createTabChannel('tabs', () => ({ postMessage() {}, onmessage: null, close() {} }));
          const asked = createStorages(host, remember, level, channel);
          const is = asked.keeps();
          expect([ofBrowser, ofTab].flatMap((area) => Object.keys(area ?? {}))).toEqual([]);
          asked.lasting.set('a', '1');
          const next = createStorages(host, remember, level, channel);
          expect(is, `${remember} ${level}`).toBe(next.lasting.get('a') === '1');
        }
    },
  );
});
