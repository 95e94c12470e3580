import { describe, expect, test } from 'vitest';
import { createResetWidget } from '../../src/delivery/identity/resetWidget';
import { FAKE_EXP, signJwt } from '../support/jwt';
import { createChannels } from './support/channels';
import { createLocks } from './support/locks';
import { meet, texts, useWorlds } from './support/scenes';
import { createBox } from './support/site/box';
import { judge } from './support/verdict';

const world = useWorlds();
const HOUR_MS = 3_600_000;

const it = test.extend('w', () => world());

it('a visitor’s clock changes no order, unread count or divider when it is an hour off', async () => {
  const seen = [];
  for (const skew of [0, HOUR_MS, -HOUR_MS]) {
    const w = world({ skew });
    const { tab, id } = await meet(w);
    tab.slices.router.closeWidget(0);
    await w.agent.send(id, 'unread');
    tab.delivery.sender.send({ text: 'written meanwhile' });
    await w.agent.send(id, 'just after');
    const onScreen = texts(tab);
    await w.advance(1000);
    await w.agent.send(id, 'more');
    await w.advance(1000);
    const unread = tab.slices.unread.value;
    tab.slices.router.openWidget();
    await w.advance(1000);
    const { dividerAt, lastRead } = tab.active() ?? {};
    const stands = tab.log().findIndex((m) => m.received > (dividerAt ?? 0));
    const read = tab.log().findLastIndex((m) => m.received <= (lastRead ?? 0));
    seen.push({ onScreen, texts: texts(tab), unread, stands, read, after: tab.slices.unread.value });
    expect(await judge(w, [tab], [{ text: 'hello', tab: tab.name }])).toEqual([]);
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

describe('a browser’s storage', () => {
  it.each(['nothing', 'reading'] as const)(
    'may allow %s, and everything works on this page',
    async (storage) => {
      const w = world({ storage });
      const { tab, id } = await meet(w);
      tab.link.setOnline(false);
      tab.page.setOnline(false);
      tab.delivery.sender.send({ text: 'from the tunnel' });
      await w.advance(30_000);
      await w.agent.send(id, 'are you there?');
      tab.link.setOnline(true);
      tab.page.setOnline(true);
      await w.advance(5000);
      expect(texts(tab).sort()).toEqual(['are you there?', 'from the tunnel', 'hello', 'welcome']);
      expect(tab.log().every((m) => m.status === 'sent')).toBe(true);
      expect(tab.slices.connection.status.value).toBe('connected');
      expect(await tab.dispose()).toEqual({ timers: 0, storageListeners: 0 });
    },
  );

  const JUNK = {
    'half an object': '{',
    nothing: '',
    null: 'null',
    'a list': '[]',
    'another shape': '{"message":{"text":5}}',
    'a control character': '\u0000',
    'far too much': 'x'.repeat(10_000),
  };
  it.each(Object.entries(JUNK))(
    'may hold %s in every entry of ours, and a new page works',
    async (_, junk) => {
      const w = world();
      const { tab } = await meet(w);
      tab.link.setOnline(false);
      tab.delivery.sender.send({ text: 'unsent' });
      await w.advance(100);
      tab.kill(true);
      for (const key of Object.keys(w.browser.local)) w.browser.local.setItem(key, junk);
      const again = w.openTab();
      again.slices.router.openWidget();
      await w.advance(3000);
      again.delivery.sender.send({ text: 'after' });
      await w.advance(3000);
      expect(texts(again)).toContain('after');
      expect(await judge(w, [again], [{ text: 'after', tab: again.name }])).toEqual([]);
    },
  );

  it('may be emptied by another page in the middle of a send, which counts as a logout, and the page keeps working', async () => {
    for (const wait of [0, 10, 30, 60, 100, 300]) {
      const w = world({ seed: wait });
      const { tab, id } = await meet(w);
      tab.delivery.sender.send({ text: 'in the middle' });
      await w.advance(wait);
      w.browser.clear();
      await w.advance(10_000);
      expect((await w.stored(id)).map(w.textOf), `${wait} ms`).toEqual(['hello', 'welcome', 'in the middle']);
      expect(texts(tab), `${wait} ms`).toEqual([]);
      tab.delivery.sender.send({ text: 'anew' });
      await w.advance(3000);
      expect(await judge(w, [tab], [{ text: 'anew', tab: tab.name }]), `${wait} ms`).toEqual([]);
    }
  });
});

describe('two tabs of a visitor', () => {
  it('store nothing when one withdraws its consent, and go on as the same visitor (store-6)', async () => {
    const w = world();
    const { tab } = await meet(w);
    const other = w.openTab();
    other.slices.router.openWidget();
    await w.advance(3000);
    const visitor = tab.slices.user.appUserId.value;
    tab.slices.consent.set('none');
    await w.advance(3000);
    other.delivery.sender.send({ text: 'in the other tab' });
    await w.advance(120_000);
    expect([texts(other), texts(tab)]).toEqual(Array(2).fill(['hello', 'welcome', 'in the other tab']));
    expect([tab, other].map((each) => each.slices.user.appUserId.value)).toEqual([visitor, visitor]);
    expect(Object.keys(w.browser.local)).toEqual([]);
    expect((await w.allStored()).size).toBe(1);
  });

  it.each([2, 3, 5])(
    'of %i open windows go on as one visitor more after a logout (login-21)',
    async (count) => {
      const w = world();
      const { tab } = await meet(w);
      const before = tab.slices.user.appUserId.value;
      const others = Array.from({ length: count - 1 }, () => w.openTab());
      for (const other of others) other.slices.router.openWidget();
      await w.advance(3000);
      tab.delivery.logoutUser();
      await w.advance(10_000);
      const visitors = new Set([tab, ...others].map((each) => each.slices.user.appUserId.value));
      expect(visitors.size).toBe(1);
      expect([...visitors][0]).toBeDefined();
      expect(visitors.has(before)).toBe(false);
      expect(texts(tab)).toEqual([]);
      expect((await w.allStored()).size).toBe(2);
    },
  );

  it('that all log out by themselves go on as one visitor more (login-21)', async ({ w }) => {
    const { tab } = await meet(w);
    const others = [w.openTab(), w.openTab(), w.openTab()];
    for (const other of others) other.slices.router.openWidget();
    await w.advance(3000);
    for (const each of [tab, ...others]) each.delivery.logoutUser();
    await w.advance(10_000);
    const visitors = new Set([tab, ...others].map((each) => each.slices.user.appUserId.value));
    expect([visitors.size, visitors.has(undefined)]).toEqual([1, false]);
    expect((await w.allStored()).size).toBe(2);
  });
});

describe('another user', () => {
  const key = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
  const settings = { auth: { signingKeys: [key] } };
  const as = (who: string) => (give: (jwt: unknown) => void) =>
    give(signJwt(key, { external_id: who, exp: FAKE_EXP }));

  it('is there as soon as the previous one has left, where the window is open (login-21)', async ({ w }) => {
    const { tab } = await meet(w);
    const before = tab.slices.user.appUserId.value;
    tab.delivery.logoutUser();
    await w.advance(4000);
    expect(tab.slices.user.initializedStatus.value).toBe('successful');
    expect(tab.slices.user.appUserId.value).not.toBe(before);
    expect(tab.slices.connection.status.value).toBe('connected');
    expect(texts(tab)).toEqual([]);
  });

  it.each(['calls no login', 'has nobody', 'fails', 'calls it later', 'has the same'])(
    'keeps what they write before their token comes, where a page of another tab %s (login-28)',
    async (what) => {
      const w = world({ settings });
      const tabs = { channels: createChannels(w.time), locks: createLocks() };
      const first = w.openTab({ ...tabs, calls: (delivery) => delivery.loginUser(as('ann'), () => {}) });
      await w.advance(1000);
      first.kill(false);
      const slow = (give: (jwt: unknown) => void) => void w.time.after(1500, () => as('ben')(give));
      const second = w.openTab({ ...tabs, calls: (delivery) => delivery.loginUser(slow, () => {}) });
      second.slices.router.openWidget();
      await w.advance(100);
      second.delivery.sender.send({ text: 'of Ben' });
      await w.advance(300);
      const third = w.openTab({
        ...tabs,
        calls: ({ loginUser }) => {
          if (what === 'has nobody') loginUser((give) => give(undefined));
          if (what === 'fails')
            loginUser(() => {
              throw new Error('the page’s own');
            });
          if (what === 'has the same') loginUser(slow);
          if (what === 'calls it later') w.time.after(2500, () => loginUser(as('ben')));
        },
      });
      await w.advance(6000);
      // At the latest in the tab that has sent it.
      expect(new Set([second, third].flatMap(texts))).toEqual(new Set(['of Ben']));
      const { store } = w.service;
      const rows = await store.inbox({ limit: 10, empty: true });
      const whose = rows.map(async ({ user, conversation }) =>
        (await w.stored(conversation.id)).map((each) => `${user.externalId}: ${w.textOf(each)}`),
      );
      expect((await Promise.all(whose)).flat()).toEqual(['ben: of Ben']);
    },
  );

  it('is not taken for somebody who has left while a tab slept that had asked for their token (login-13)', async () => {
    const w = world({ settings });
    const tabs = { channels: createChannels(w.time), locks: createLocks() };
    const first = w.openTab({
      ...tabs,
      calls: (delivery) => delivery.loginUser(as('ann'), () => {}),
    });
    await w.advance(1000);
    const second = w.openTab({
      ...tabs,
      calls: (delivery) =>
        delivery.loginUser(
          (give) => give(undefined),
          () => {},
        ),
    });
    second.slices.router.openWidget();
    await w.settle();
    second.sleep(false);
    await w.advance(100);
    first.delivery.logoutUser();
    await w.advance(100);
    await second.wake();
    await w.advance(5000);
    second.delivery.sender.send({ text: 'as nobody' });
    await w.advance(2000);
    expect(texts(second)).toEqual(['as nobody']);
    expect([first, second].map((tab) => tab.slices.user.auth.value?.type)).toEqual([
      'sessionToken',
      'sessionToken',
    ]);
  });

  it('keeps what they type while a tab sleeps through the logout (composer-5)', async ({ w }) => {
    const boxes: ReturnType<typeof createBox>[] = [];
    const open = () => w.openTab({ plant: (messenger) => void boxes.push(createBox(messenger)) });
    const [slept, next] = [open(), open()];
    slept.sleep(false);
    next.delivery.logoutUser();
    boxes[1]?.type('of the next one');
    await w.advance(1000);
    next.kill(false);
    await slept.wake();
    await w.advance(1000);
    open().slices.router.openWidget();
    await w.advance(1000);
    expect(boxes[2]?.shown()).toContain('of the next one');
  });

  it('neither sees nor sends anything of the previous user, who finds everything again later', async () => {
    const w = world({ settings });
    const tab = w.openTab();
    tab.delivery.loginUser(as('ann'));
    tab.slices.router.openWidget();
    await w.advance(3000);
    tab.delivery.sender.send({ text: 'by ann' });
    await w.advance(1000);
    const ofAnn = tab.active()?._id ?? '';
    tab.link.setOnline(false);
    tab.delivery.sender.send({ text: 'unsent by ann' });
    await w.advance(3000);
    tab.link.setOnline(true);
    tab.delivery.loginUser(as('ben'));
    for (let i = 0; i < 60; i++) {
      await w.advance(50);
      if (tab.active() && tab.active()?._id !== ofAnn) expect(texts(tab)).toEqual([]);
    }
    await w.advance(60_000);
    const ofBen = tab.active()?._id ?? '';
    expect(ofBen).not.toBe(ofAnn);
    tab.delivery.sender.send({ text: 'by ben' });
    await w.advance(1000);
    expect(texts(tab)).toEqual(['by ben']);
    expect((await w.stored(ofBen)).map(w.textOf)).toEqual(['by ben']);
    await w.agent.send(ofAnn, 'for ann alone');
    await w.advance(1000);
    expect(texts(tab)).toEqual(['by ben']);

    tab.delivery.loginUser(as('ann'));
    await w.advance(5000);
    expect(tab.active()?._id).toBe(ofAnn);
    expect(texts(tab).sort()).toEqual(['by ann', 'for ann alone', 'unsent by ann']);
    expect((await w.stored(ofAnn)).map(w.textOf).sort()).toEqual([
      'by ann',
      'for ann alone',
      'unsent by ann',
    ]);
    expect((await w.stored(ofBen)).map(w.textOf)).toEqual(['by ben']);
  });

  it('gets no answer to requests of the previous user', async () => {
    for (const wait of [0, 30, 60, 90, 120, 200]) {
      const w = world({ settings, seed: wait });
      const tab = w.openTab();
      tab.delivery.loginUser(as('ann'));
      tab.slices.router.openWidget();
      await w.advance(3000);
      const ofAnn = tab.active()?._id ?? '';
      await w.agent.send(ofAnn, 'secret');
      await w.advance(500);
      tab.delivery.sender.send({ text: 'by ann' });
      tab.delivery.refresh();
      await w.advance(wait);
      tab.delivery.loginUser(as('ben'));
      await w.advance(10_000);
      expect(tab.active()?._id, `${wait} ms`).not.toBe(ofAnn);
      expect(texts(tab), `${wait} ms`).toEqual([]);
      expect((await w.stored(tab.active()?._id ?? '')).map(w.textOf)).toEqual([]);
    }
  });
});

describe('a late messenger', () => {
  const key = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
  const settings = { auth: { signingKeys: [key] } };
  type Calls = NonNullable<Parameters<ReturnType<typeof world>['openTab']>[0]>['calls'];
  type Made = Parameters<NonNullable<Calls>>;
  /** Logs in once the page has had `ms` to get its token. */
  const logIn =
    (w: ReturnType<typeof world>, who: string, ms = 0): Calls =>
    (delivery) =>
      delivery.loginUser(
        (give) => void w.time.after(ms, () => give(signJwt(key, { external_id: who, exp: FAKE_EXP }))),
      );
  const stored = async (w: ReturnType<typeof world>) =>
    [...(await w.allStored()).values()].filter((t) => t[0]);

  it('sends the messages that the previous page left, even if the window stays closed', async ({ w }) => {
    const page = w.openLatePage();
    page.write('first');
    await w.advance(10);
    page.write('second');
    page.close();
    const tab = w.openTab();
    await w.advance(3000);
    expect(tab.slices.router.widgetOpen.value).toBe(false);
    expect(await stored(w)).toEqual([['first', 'second']]);
    expect(Object.keys(w.browser.local).filter((k) => k.includes('.outbox.'))).toEqual([]);
  });

  it.each(['nothing', 'reading'] as const)('sends from a page that may store %s', async (storage) => {
    const w = world({ storage });
    const page = w.openLatePage();
    page.write('first');
    page.write('second');
    w.openTab({ unsent: page.unsent });
    await w.advance(3000);
    expect(await stored(w)).toEqual([['first', 'second']]);
  });

  it('stores nothing without the visitor’s consent', ({ w }) => {
    w.openLatePage(undefined, false).write('secret');
    expect(JSON.stringify(w.browser.local)).not.toContain('secret');
  });

  it('sends nothing while a login is under way, and then as that user', async () => {
    const w = world({ settings });
    const page = w.openLatePage();
    page.write('from ann');
    const tab = w.openTab({ unsent: page.unsent, calls: logIn(w, 'ann', 3000) });
    await w.advance(2900);
    expect(tab.slices.user.appUserId.value).toBeUndefined();
    expect(tab.slices.messages.of('').value.map((m) => m.text)).toEqual(['from ann']);
    expect(await stored(w)).toEqual([]);
    await w.advance(3000);
    expect(texts(tab)).toEqual(['from ann']);
    expect(tab.slices.user.auth.value?.type).toBe('jwt');
    const rows = await w.service.store.inbox({ limit: 10, empty: true });
    expect(rows.map(({ user }) => user.externalId)).toEqual(['ann']);
    expect(await stored(w)).toEqual([['from ann']]);
  });

  it('sends as an anonymous visitor when the login fails', async () => {
    const w = world({ settings });
    const page = w.openLatePage();
    page.write('from somebody');
    const tab = w.openTab({
      unsent: page.unsent,
      calls: (delivery) =>
        delivery.loginUser(
          (give) => give(undefined),
          () => {},
        ),
    });
    await w.advance(3000);
    expect(tab.slices.user.auth.value?.type).toBe('sessionToken');
    expect(await stored(w)).toEqual([['from somebody']]);
  });

  it.each([
    ['logs out', (...[delivery]: Made) => delivery.logoutUser()],
    ['resets the widget', (...[delivery, slices]: Made) => createResetWidget({ ...slices, ...delivery })()],
  ])('leaves nothing of an earlier page to the next visitor when the page %s', async (_, call) => {
    const w = world();
    const { tab: first, id } = await meet(w);
    first.kill(false);
    const page = w.openLatePage(first.session);
    page.write('private');
    page.close();
    const tab = w.openTab({ calls: call });
    await w.advance(1000);
    tab.slices.router.openWidget();
    tab.delivery.sender.send({ text: 'of the next' });
    await w.advance(5000);
    expect(texts(tab)).toEqual(['of the next']);
    expect(tab.active()?._id).not.toBe(id);
    expect((await stored(w)).flat().sort()).toEqual(['hello', 'of the next', 'welcome']);
  });
  it('sends messages as the next visitor if the page logs out while it loads', async ({ w }) => {
    const { tab: first, id } = await meet(w);
    first.kill(false);
    const page = w.openLatePage(first.session);
    page.write('of the next');
    const tab = w.openTab({ unsent: page.unsent, calls: (delivery) => delivery.logoutUser() });
    await w.advance(5000);
    expect(texts(tab)).toEqual(['of the next']);
    expect(tab.active()?._id).not.toBe(id);
  });
});
