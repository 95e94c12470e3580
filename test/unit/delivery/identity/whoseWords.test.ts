import { describe, expect, it } from 'vitest';
import { createDrafts } from '../../../../src/conversation/composer/keepDraft';
import { createFakeStorage } from '../../../support/fakeStorage';
import { createLoginSide, type Give, loginsForEachTest } from '../../../support/loginSide';

const at = loginsForEachTest();

const throws = () => {
  throw new Error('the page’s own');
};

/**
 * A page whose text box follows the visitor, as the card's does.
 * @param supply of the login that the page calls before the box is there
 */
const page = (supply?: (give: Give) => void) => {
  const side = createLoginSide(at.desk, at.clock, at.browser);
  if (supply) side.login(supply);
  const { storages, slices } = side;
  const drafts = createDrafts({
    ...{ store: storages.lasting, clock: at.clock, integrationId: 'web' },
    ...{ user: slices.user, active: slices.conversations.active },
  });
  let box = '';
  const follow = () => {
    box = drafts.follow(box) ?? box;
  };
  follow();
  const stop = drafts.key.subscribe(follow);
  return {
    ...side,
    box: () => box,
    type(text: string) {
      box += text;
      follow();
    },
    async leave() {
      await at.settle(1000);
      stop();
      drafts.dispose();
      side.dispose();
    },
  };
};

/** Ann has logged in and written; her next page gives no token, and she writes and types on it. */
const annWaits = async () => {
  const first = page();
  await first.logIn(at.gives('ann'));
  first.say('first');
  await first.leave();
  const next = page();
  next.login(throws);
  next.say('of Ann');
  next.type('draft of Ann');
  await next.leave();
};

const pageAfter = async (before: () => Promise<void>) => {
  await before();
  return page();
};

/** A person comes to a page, and is logged in. */
const comes = async (who: string) => {
  const side = page();
  await side.logIn(at.gives(who), 3000);
  return side;
};

/** Each text at the desk with whose it is. */
const heard = async () =>
  (await at.heard()).flatMap(({ who, texts }) => texts.map((text) => `${who}: ${text}`)).sort();

const shown = (side: ReturnType<typeof createLoginSide>) =>
  ['', ...side.slices.conversations.all.value.map((c) => c._id)].flatMap((id) =>
    side.slices.messages.of(id).value.map((m) => m.text),
  );

describe('what is written before the page’s first login has answered', () => {
  it.each([0, 2500])('is that login’s, and an earlier page’s its person’s (login-28), %i ms', async (ms) => {
    const side = await pageAfter(annWaits);
    side.delivery.start();
    side.login(at.gives('bob', ms + 1));
    side.say('I am Bob');
    side.type('\nof Bob');
    await at.settle(4000);
    expect([await heard(), shown(side), side.box()]).toEqual([
      ['ann: first', 'bob: I am Bob'],
      ['I am Bob'],
      'of Bob',
    ]);
    await side.leave();
    const ann = await comes('ann');
    expect([await heard(), ann.box()]).toEqual([['ann: first', 'ann: of Ann', 'bob: I am Bob'], '']);
  });

  it.each(['a nameless visitor of before', 'a second tab', 'the next page', 'a page that then fails'])(
    'is that login’s by %s (login-28)',
    async (how) => {
      await annWaits();
      const isNameless = how.startsWith('a nameless');
      if (isNameless) {
        const plain = page();
        await plain.start(3000);
        await plain.leave();
      }
      const side = page(isNameless ? at.gives('bob', 2000) : () => {});
      side.delivery.start();
      side.say('I am Bob');
      side.type('\nof Bob');
      await at.settle(1000);
      if (how === 'the next page') await side.leave();
      if (how === 'a page that then fails') await at.settle(5000);
      const next = isNameless ? side : page(at.gives('bob'));
      await at.settle(4000);
      const fails = how === 'a page that then fails';
      expect((await heard()).includes('bob: I am Bob')).toBe(!fails);
      expect(shown(next)).toEqual(fails ? [] : ['I am Bob']);
      expect([next.box(), side.box()]).toContain(fails ? '' : 'of Bob');
      if (how === 'the next page') expect(next.box()).toBe('of Bob');
      await Promise.all([side.leave(), next.leave()]);
      const ann = await comes('ann');
      expect(await heard()).toContain(fails ? 'ann: I am Bob' : 'bob: I am Bob');
      expect(shown(ann).includes('I am Bob')).toBe(fails);
    },
  );

  it('a draft is that login’s pages later, also where the page between has no text box or fails (login-28)', async () => {
    await annWaits();
    const side = page(() => {});
    side.type('of Bob');
    expect(side.box()).toBe('of Bob');
    await side.leave();
    for (const supply of [() => {}, throws]) {
      const between = page(supply);
      await between.start(2000);
      expect(between.box()).toContain('of Bob');
      await between.leave();
    }
    const closed = createLoginSide(at.desk, at.clock, at.browser);
    await closed.logIn(at.gives('bob'), 1000);
    closed.dispose();
    const next = page(at.gives('bob'));
    await at.settle(1000);
    expect(next.box()).toBe('of Bob');
  });

  it('is that login’s where another tab’s word that the person has left comes before that login (login-28)', async () => {
    const first = page(at.gives('ann'));
    await at.settle();
    first.say('first');
    await first.leave();
    const side = page(() => {});
    side.say('I am Bob');
    side.type('of Bob');
    await at.settle(500);
    const other = at.browser.openHost().host.localStorage;
    other.removeItem('ZD-web.externalId');
    other.setItem('ZD-web.exit', `${at.clock.now()}-other>`);
    await at.settle(100);
    const next = page(at.gives('bob'));
    await at.settle(2000);
    expect([await heard(), next.box()]).toEqual([['ann: first', 'bob: I am Bob'], 'of Bob']);
  });

  it('is that login’s where the browser has kept the page, and the next one sent it (login-28)', async () => {
    const tab = createFakeStorage();
    const kept = createLoginSide(at.desk, at.clock, at.browser, {}, tab);
    kept.login(at.gives('bob', 3500));
    await kept.write('I am Bob', 500);
    const next = createLoginSide(at.desk, at.clock, at.browser, {}, tab);
    await next.start(1000);
    next.dispose();
    expect(await heard()).toEqual(['nobody: I am Bob']);
    await at.settle(2500);
    expect([await heard(), shown(kept)]).toEqual([['bob: I am Bob'], ['I am Bob']]);
  });

  it('is the first login’s, not that of one that follows', async () => {
    const side = await pageAfter(annWaits);
    side.decide(({ path }) =>
      path.endsWith('/login') ? new Promise((_, no) => no(new TypeError('away'))) : undefined,
    );
    side.login(at.gives('ann'));
    await side.write('also of Ann', 10);
    side.decide(() => undefined);
    await side.logIn(at.gives('bob'), 4000);
    expect([await heard(), shown(side)]).toEqual([['ann: first'], []]);
  });

  it('is whom the first login told, also where the page is left before it got through (login-28)', async () => {
    const side = page();
    side.decide(({ path }) => (path.endsWith('/login') ? new Promise(() => {}) : undefined));
    side.login(at.gives('ann', 100));
    await side.write('I am Ann', 1000);
    await side.leave();
    const bob = await comes('bob');
    expect([await heard(), shown(bob)]).toEqual([[], []]);
    await bob.leave();
    page().login(at.gives('ann'));
    await at.settle(3000);
    expect(await heard()).toEqual(['ann: I am Ann']);
  });

  it('is that login’s once where another tab has sent it without a name meanwhile (login-24)', async () => {
    const plain = page();
    plain.decide(({ method, path }) =>
      method === 'POST' && path === '/appusers'
        ? new Promise((go) => at.clock.after(100, () => go(undefined)))
        : undefined,
    );
    plain.delivery.start();
    await plain.write('of Ann');
    const side = page();
    side.decide(({ path }) =>
      path.endsWith('/login') ? new Promise((go) => at.clock.after(200, () => go(undefined))) : undefined,
    );
    await side.logIn(at.gives('ann'), 5000);
    expect([await heard(), shown(side)]).toEqual([['ann: of Ann'], ['of Ann']]);
  });

  it('goes with nobody who then logs out', async () => {
    const side = await pageAfter(annWaits);
    side.login(at.gives('bob', 3000));
    side.type('\nof somebody');
    await side.delivery.logoutUser();
    await at.settle(4000);
    expect(side.box()).toBe('');
  });
});

describe('what a nameless visitor writes whom the service has ended', () => {
  it('is sent by the next page, where another tab goes on as a new one', async () => {
    const first = page();
    await first.start(1000);
    const stale = page();
    stale.decide(({ method }) => (method === 'GET' ? new Promise(() => {}) : undefined));
    await stale.start();
    const id = first.user.appUserId.value;
    await at.desk.agent.call('POST', `/users/${id}/expire-sessions`);
    await first.write('of the new one', 3000);
    expect([first.user.appUserId.value === id, stale.user.appUserId.value === id]).toEqual([false, true]);
    stale.say('of the tab that waits');
    stale.dispose();
    page().delivery.start();
    await at.settle(3000);
    expect(await heard()).toEqual(['nobody: of the new one', 'nobody: of the tab that waits']);
  });
});

describe('where the page says that nobody is signed in', () => {
  it('a known person’s words stay theirs (login-28)', async () => {
    const side = await pageAfter(annWaits);
    side.login((give) => give(undefined));
    await side.start(3000);
    const { notice } = side.slices.conversations;
    expect([await heard(), shown(side), side.box(), notice.value]).toEqual([
      ['ann: first'],
      [],
      '',
      'login_ended',
    ]);
    side.say('of nobody');
    side.type('typed by nobody');
    await at.settle(3000);
    expect([await heard(), side.box()]).toEqual([['ann: first', 'nobody: of nobody'], 'typed by nobody']);
    await side.leave();
    const ann = await comes('ann');
    expect(await heard()).toEqual(['ann: first', 'ann: of Ann', 'ann: of nobody']);
    expect(ann.box()).toContain('draft of Ann');
  });

  it('what a guest writes who goes on at once is sent by the next page, and not kept for who was there before (login-28)', async () => {
    const first = page();
    await first.logIn(at.gives('ann'), 1000);
    await first.leave();
    const side = page();
    side.login((give) => give(undefined));
    await side.start();
    side.say('of a guest');
    side.dispose();
    const next = page();
    next.login((give) => give(undefined));
    await next.start(3000);
    expect([await heard(), shown(next)]).toEqual([['nobody: of a guest'], ['of a guest']]);
  });

  it.each(['works again', 'fails for long'])(
    'they are not shown while another tab waits for a login that %s, and what is written there does not wait (login-28)',
    async (how) => {
      await annWaits();
      let works = false;
      const side = page();
      side.login((give) => (works ? at.gives('ann')(give) : give('')));
      await side.write('second', 2000);
      const other = page();
      other.login((give) => give(undefined));
      await other.start(3000);
      expect([shown(other), other.box()]).toEqual([[], '']);
      await other.write('of a guest', 5000);
      expect(await heard()).toEqual(['ann: first', 'nobody: of a guest']);
      works = how === 'works again';
      await at.settle(90_000);
      await Promise.all([side.leave(), other.leave()]);
      page().login(at.gives('ann'));
      await at.settle(3000);
      expect(await heard()).toEqual(['ann: first', 'ann: of Ann', 'ann: of a guest', 'ann: second']);
    },
  );

  it('their draft stays theirs where a tab that waits for them follows the guest (login-28)', async () => {
    const side = await pageAfter(annWaits);
    await side.logIn(throws, 1000);
    expect(side.box()).toBe('draft of Ann');
    const other = page();
    other.login((give) => give(undefined));
    await other.write('of a guest', 2000);
    side.type(', who types on');
    await at.settle(90_000);
    expect([side.user.appUserId.value, side.box()]).toEqual([other.user.appUserId.value, '']);
    other.say('again');
    await Promise.all([side.leave(), other.leave()]);
    const later = page();
    await later.start(2000);
    expect(later.box()).toBe('');
    await later.leave();
    const ann = await comes('ann');
    expect(ann.box()).toBe('draft of Ann, who types on');
  });

  it.each([0, 2500])('who is there is the next login’s (login-24, login-28), %i ms', async (ms) => {
    const side = await pageAfter(annWaits);
    side.login((give) => give(undefined));
    await side.write('of a guest', 3000);
    await side.leave();
    const next = page();
    next.delivery.start();
    next.login(at.gives('bob', ms));
    next.say('of Bob');
    next.type('draft of Bob');
    await at.settle(5000);
    const theirs = ['bob: of Bob', 'bob: of a guest'];
    expect([await heard(), shown(next), next.box()]).toEqual([
      ['ann: first', ...theirs],
      ['of a guest', 'of Bob'],
      'draft of Bob',
    ]);
    await next.leave();
    await comes('ann');
    expect(await heard()).toEqual(['ann: first', 'ann: of Ann', ...theirs]);
  });
});

describe('where the page calls no login, or calls it late', () => {
  const annWas = async () => {
    const first = page();
    await first.logIn(at.gives('ann'));
    first.say('first');
    await first.leave();
  };

  it.each(['on the same page', 'on the next page', 'in another tab'])(
    'who writes there is the next login’s, %s (login-28)',
    async (where) => {
      const side = await pageAfter(annWas);
      side.delivery.start();
      await side.write('of Bob', 3000);
      expect(await heard()).toEqual(['ann: first', 'nobody: of Bob']);
      side.type('draft of Bob');
      if (where === 'on the next page') await side.leave();
      const next = where === 'on the same page' ? side : page();
      await next.logIn(at.gives('bob'), 3000);
      expect([await heard(), shown(next)]).toEqual([['ann: first', 'bob: of Bob'], ['of Bob']]);
      if (next === side) expect(side.box()).toBe('draft of Bob');
    },
  );

  it('what is typed there stays in the box, as it is made and over a reload (login-28)', async () => {
    const side = await pageAfter(annWas);
    side.delivery.start();
    side.type('Hello, my ');
    await at.settle(400);
    side.type('parcel');
    await at.settle(3000);
    expect(side.box()).toBe('Hello, my parcel');
    await side.leave();
    const next = page();
    await next.start(3000);
    expect(next.box()).toBe('Hello, my parcel');
  });

  it('what is written before the call is that login’s, on a later page, too (login-28)', async () => {
    const side = await pageAfter(annWas);
    side.decide(() => new Promise(() => {}));
    await side.write('of Bob', 300);
    await side.leave();
    const next = await comes('bob');
    expect([await heard(), shown(next)]).toEqual([['ann: first', 'bob: of Bob'], ['of Bob']]);
  });

  it.each(['undefined', 'nothing', 'throws', 'the same, later'])(
    'nor does another tab change whose they are, whose function gives %s (login-28)',
    async (what) => {
      const side = await pageAfter(annWas);
      side.login(at.gives('bob', 3000));
      await side.write('of Bob', 300);
      const other = page();
      other.delivery.start();
      if (what === 'undefined') other.login((give) => give(undefined));
      if (what === 'throws') other.login(throws);
      if (what === 'the same, later') at.clock.after(4000, () => other.login(at.gives('bob')));
      await at.settle(8000);
      expect([await heard(), shown(side)]).toEqual([['ann: first', 'bob: of Bob'], ['of Bob']]);
    },
  );

  it.each(['this tab', 'another tab'])(
    'nor a logout in %s, before the token tells whose they are (login-25, login-28)',
    async (where) => {
      await annWas();
      const other = page();
      const side = page();
      side.login(at.gives('bob', 2000));
      await side.write('of Bob', 300);
      (where === 'this tab' ? side : other).delivery.logoutUser();
      await at.settle(3000);
      expect([await heard(), shown(side)]).toEqual([['ann: first'], []]);
      await Promise.all([side.leave(), other.leave()]);
      for (const who of ['ann', 'bob']) {
        const next = await comes(who);
        expect(shown(next)).toEqual([who === 'ann' ? 'first' : 'of Bob']);
        await next.leave();
      }
    },
  );

  it('nor a messenger that came for none of it (login-28, start-5)', async () => {
    await annWas();
    // As the launcher stores it.
    const early = { message: { key: '123', text: 'of Bob', received: at.clock.now() / 1000 } };
    page().storages.lasting.set('web.outbox.123', JSON.stringify(early));
    const next = page();
    next.delivery.start();
    await next.logIn(at.gives('bob'), 3000);
    expect([await heard(), shown(next)]).toEqual([['ann: first', 'bob: of Bob'], ['of Bob']]);
  });

  it.each(['lets', 'does not let'])(
    'what a known person sent without a name is theirs, whoever logs in between, where the service %s (login-27)',
    async (how) => {
      const side = await pageAfter(annWaits);
      side.login(throws);
      await side.start(70_000);
      expect(await heard()).toEqual(['ann: first', 'nobody: of Ann']);
      await side.leave();
      const bob = page();
      bob.delivery.start();
      bob.login(at.gives('bob'));
      await bob.write('of Bob', 3000);
      expect([await heard(), shown(bob)]).toEqual([
        ['ann: first', 'bob: of Bob', 'nobody: of Ann'],
        ['of Bob'],
      ]);
      await bob.leave();
      const ann = page();
      const isLate = how !== 'lets';
      if (isLate)
        ann.decide(({ body }) =>
          (body as { sessionToken?: string })?.sessionToken ? new Response('{}', { status: 502 }) : undefined,
        );
      await ann.logIn(at.gives('ann'), 3000);
      expect((await heard()).includes('nobody: of Ann')).toBe(isLate);
      await ann.leave();
      const again = await comes('ann');
      expect(await heard()).toEqual(['ann: first', 'ann: of Ann', 'bob: of Bob']);
      expect(shown(again)).toContain('of Ann');
    },
  );
});
