import { describe, expect, it } from 'vitest';
import { FAKE_EXP, type SigningKey, signJwt } from '../support/jwt';
import {
  createLoginSide,
  type createSharedBrowser,
  loginsForEachTest,
  type Seen,
} from '../support/loginSide';

type Browser = ReturnType<typeof createSharedBrowser>;

const made = loginsForEachTest();

const ENTRY = 'ZD-web.log';

/** How long after its last change a log is kept, ms. */
const KEPT_MS = 1000;

const openPage = (browser: Browser = made.browser, chunks?: Parameters<typeof createLoginSide>[3]) => {
  const side = createLoginSide(made.desk, made.clock, browser, chunks);
  const { conversations, messages } = side.slices;
  return {
    ...side,
    /** What the card draws. */
    drawn: () => messages.drawn(conversations.active.value?._id ?? '').map((m) => m.text),
    keys: () => messages.drawn(conversations.active.value?._id ?? '').map((m) => m.key),
  };
};

type Opened = ReturnType<typeof openPage>;

const wait = (ms = 0) => made.settle(ms);

const reply = async (page: Opened, text: string) =>
  made.desk.agent.call('POST', `/conversations/${page.slices.conversations.active.value?._id}/messages`, {
    type: 'text',
    text,
  });

const jwtOf = (externalId: string, key: SigningKey = made.key) =>
  signJwt(key, { external_id: externalId, exp: FAKE_EXP });
const gives =
  (externalId: string, key = made.key) =>
  (give: (jwt: unknown) => void) =>
    give(jwtOf(externalId, key));

/** The visitor has written, the agent has answered, and the page is left. */
const talk = async (browser?: Browser, login?: string) => {
  const page = openPage(browser);
  if (login) page.login(gives(login));
  else page.delivery.start();
  await wait();
  await page.write('question');
  await reply(page, 'answer');
  page.delivery.refresh();
  await wait(KEPT_MS);
  page.dispose();
  return page;
};

/** A page that stays open, on which somebody has logged in and written. */
const talkOn = async (login: string) => {
  const page = openPage();
  await page.logIn(gives(login));
  await page.write('question', 2 * KEPT_MS);
  return page;
};

const hangs = () => new Promise(() => {});

/** The next page of the browser, of which each call of the service hangs. */
const openDeaf = async (browser?: Browser, fate: (call: Seen) => Promise<unknown> | undefined = hangs) => {
  const page = openPage(browser);
  page.decide(fate);
  await page.start();
  return page;
};

describe('the end of the log', () => {
  it('is drawn by the next page before any answer, and stays in its place after it (store-10)', async () => {
    await talk();
    const page = openPage();
    let answer = (_: unknown) => {};
    page.decide(() => new Promise((resolve) => (answer = resolve)));
    await page.start();
    expect([page.seen.length, page.drawn(), page.texts()]).toEqual([1, ['question', 'answer'], []]);
    const keys = page.keys();
    page.decide(() => undefined);
    answer(undefined);
    await wait();
    expect([page.texts(), page.drawn()]).toEqual([
      ['question', 'answer'],
      ['question', 'answer'],
    ]);
    expect(page.keys()).toEqual(keys);
  });

  it('is drawn until the history has come, as the first answer has the last message only (store-10)', async () => {
    await talk();
    const page = await openDeaf(undefined, async ({ path }) => (/messages/.test(path) ? hangs() : undefined));
    expect([page.texts(), page.drawn()]).toEqual([['answer'], ['question', 'answer']]);
  });

  it('has no gap: news of an agent wait for the history, and what the visitor writes does not (store-10)', async () => {
    const before = await talk();
    for (const text of ['one', 'two', 'three']) await reply(before, text);
    const page = await openDeaf(undefined, async ({ path, method }) =>
      /messages/.test(path) && method === 'GET' ? hangs() : undefined,
    );
    expect([page.texts(), page.drawn()]).toEqual([['three'], ['question', 'answer']]);
    await page.write('mine');
    expect(page.drawn()).toEqual(['question', 'answer', 'mine']);
    page.decide(() => undefined);
    page.delivery.refresh();
    await wait(5000);
    expect(page.drawn()).toEqual(['question', 'answer', 'one', 'two', 'three', 'mine']);
  });

  it('holds news of an agent back for 4 s at most, where the file of the history is lost (store-10)', async () => {
    await reply(await talk(), 'news');
    const page = openPage(undefined, { history: () => Promise.reject(new TypeError('No file')) });
    await page.start(3000);
    expect(page.drawn()).toEqual(['question', 'answer']);
    await wait(2000);
    expect(page.drawn()).toEqual(['question', 'answer', 'news']);
  });

  it('hides news of an agent no more once the history has failed (store-10)', async () => {
    await reply(await talk(), 'news');
    const page = await openDeaf(undefined, async ({ path, method }) => {
      if (/messages/.test(path) && method === 'GET') throw new TypeError('Failed to fetch');
    });
    const seen = new Set<string>();
    for (let i = 0; i < 120; i++) {
      await wait(500);
      seen.add(page.drawn().join());
      // After the first failure, before the longest wait.
      if (i === 4) expect(page.drawn()).toContain('news');
    }
    expect([...seen]).toEqual(['question,answer', 'question,answer,news']);
  });

  it('stays whole for a guest on a page whose login gives nothing (store-12)', async () => {
    await talk();
    const page = openPage();
    page.decide(({ path }) => (/messages/.test(path) ? hangs() : undefined));
    page.login((give) => give(undefined));
    await page.start(1000);
    expect(page.drawn()).toEqual(['question', 'answer']);
  });

  it('is kept again after a logout and a login of the same person', async () => {
    const page = await talkOn('ann');
    expect(made.browser.local[ENTRY]).toBeTruthy();
    await page.delivery.logoutUser();
    await wait(KEPT_MS);
    expect(made.browser.local[ENTRY]).toBeUndefined();
    await page.logIn(gives('ann'), 2 * KEPT_MS);
    expect(page.texts()).toEqual(['question']);
    expect(made.browser.local[ENTRY]).toContain('question');
  });

  it('is drawn where the service cannot be reached (store-10)', async () => {
    await talk();
    const page = await openDeaf(undefined, async () => {
      throw new TypeError('Failed to fetch');
    });
    await wait(30_000);
    expect([page.user.initializedStatus.value, page.drawn()]).toEqual(['failed', ['question', 'answer']]);
  });

  it('gives way to what the service has: what is changed is changed, and what is gone is gone', async () => {
    await talk();
    const kept = JSON.parse(made.browser.local[ENTRY] as string);
    kept.messages[0].text = 'changed since';
    kept.messages.splice(1, 0, {
      ...kept.messages[1],
      _id: 'gone',
      text: 'gone',
      received: kept.messages[0].received + 0.0001,
    });
    made.browser.local[ENTRY] = JSON.stringify(kept);
    const page = openPage();
    page.decide(({ path }) => (/messages/.test(path) ? (hangs() as Promise<unknown>) : undefined));
    await page.start();
    expect(page.drawn()).toEqual(['changed since', 'gone', 'answer']);
    page.decide(() => undefined);
    page.dispose();
    const next = openPage();
    await next.start(KEPT_MS);
    expect(next.drawn()).toEqual(['question', 'answer']);
    expect(made.browser.local[ENTRY]).not.toMatch(/gone|changed/);
  });

  it('comes before what is unsent, which goes out once', async () => {
    const first = await talk();
    const before = openPage();
    await before.start();
    before.decide(hangs);
    await before.write('unsent', KEPT_MS);
    before.dispose();
    const page = await openDeaf();
    expect(page.drawn()).toEqual(['question', 'answer', 'unsent']);
    page.dispose();
    const next = openPage();
    await next.start(KEPT_MS);
    expect(next.texts()).toEqual(['question', 'answer', 'unsent']);
    expect(first.user.appUserId.value).toBe(next.user.appUserId.value);
  });

  it('counts, reports and announces nothing (store-11)', async () => {
    await talk();
    const page = openPage();
    const emitted: string[] = [];
    page.slices.pageEvents.on((...[name]) => void emitted.push(name));
    page.decide(hangs);
    await page.start(KEPT_MS);
    expect(page.drawn()).toEqual(['question', 'answer']);
    expect([page.slices.unread.value, page.slices.messages.shown(''), emitted]).toEqual([0, [], []]);
    expect(page.slices.announcer.current.value).toEqual([]);
    expect(page.calls('activity')).toEqual([]);
  });

  it('is kept when the page goes, before its second is over', async () => {
    const page = openPage();
    await page.start();
    await page.write('quick');
    page.delivery.refresh();
    await wait();
    expect(made.browser.local[ENTRY]).toBeUndefined();
    page.page.hide();
    expect(made.browser.local[ENTRY]).toContain('quick');
  });

  it('is no other visitor’s (store-12)', async () => {
    await talk();
    const kept = JSON.parse(made.browser.local[ENTRY] as string);
    made.browser.local[ENTRY] = JSON.stringify({ ...kept, user: 'somebody else' });
    expect((await openDeaf()).drawn()).toEqual([]);
  });
});

describe('of a token login', () => {
  it('it is drawn once the page has told that it is the same person, before the service answers (store-12)', async () => {
    await talk(undefined, 'ann');
    const page = await openDeaf();
    expect(page.drawn()).toEqual([]);
    await page.logIn(gives('ann'));
    expect([page.drawn(), page.texts()]).toEqual([['question', 'answer'], []]);
  });

  it('it stays in its place when the login has come through', async () => {
    await talk(undefined, 'ann');
    const page = openPage();
    page.decide(async ({ path }) => (/conversations/.test(path) ? hangs() : undefined));
    await page.logIn(gives('ann'));
    expect(page.user.auth.value?.type).toBe('jwt');
    expect(page.drawn()).toEqual(['question', 'answer']);
    page.dispose();
  });

  it('it is not drawn for another person, and goes (store-12)', async () => {
    await talk(undefined, 'ann');
    const page = openPage();
    page.decide(hangs);
    await page.logIn(gives('ben'));
    expect([page.drawn(), made.browser.local[ENTRY]]).toEqual([[], undefined]);
  });

  it('it is not drawn where nobody is signed in, or no login comes (store-12)', async () => {
    await talk(undefined, 'ann');
    const page = openPage();
    page.decide(hangs);
    page.login((give) => give(undefined));
    await page.start(KEPT_MS);
    expect(page.drawn()).toEqual([]);
  });

  it('it is taken off the screen where the service refuses the login (store-12)', async () => {
    await talk(undefined, 'ann');
    const page = openPage();
    let answer = (_: unknown) => {};
    page.decide(({ path }) =>
      path.endsWith('/login') ? new Promise((resolve) => (answer = resolve)) : undefined,
    );
    await page.logIn(gives('ann', { id: made.key.id, secret: 'guessed' } as SigningKey));
    expect(page.drawn()).toEqual(['question', 'answer']);
    page.decide(() => undefined);
    answer(undefined);
    await wait(5000);
    expect([page.drawn(), made.browser.local[ENTRY]]).toEqual([[], undefined]);
  });

  it('it is not drawn for the anonymous visitor who follows (store-12)', async () => {
    const page = openPage();
    await page.logIn(gives('ann'));
    await page.write('question', KEPT_MS);
    page.delivery.refresh();
    await wait(KEPT_MS);
    expect(made.browser.local[ENTRY]).toContain('question');
    page.delivery.logoutUser();
    page.dispose();
    const next = await openDeaf();
    expect([next.drawn(), made.browser.local[ENTRY]]).toEqual([[], undefined]);
  });
});

describe('it goes from storage and screen (store-12)', () => {
  const LEAVE: Record<string, (page: Opened) => unknown> = {
    'with a logout': (page) => page.delivery.logoutUser(),
    'with a reset': (page) => page.delivery.session.end('drop'),
    'with the login of another person': (page) => page.login(gives('ben')),
  };
  it.each(Object.entries(LEAVE))('%s', async (name, leave) => {
    await talk(undefined, name.includes('login of') ? 'ann' : undefined);
    const page = await openDeaf();
    if (!name.includes('login of')) expect(page.drawn()).toEqual(['question', 'answer']);
    leave(page);
    await wait();
    expect([page.drawn(), made.browser.local[ENTRY]]).toEqual([[], undefined]);
    await wait(KEPT_MS);
    expect(made.browser.local[ENTRY]).toBeUndefined();
  });

  it('with the logout in another tab', async () => {
    await talk();
    const [page, other] = [await openDeaf(), openPage()];
    expect(page.drawn()).toEqual(['question', 'answer']);
    other.delivery.logoutUser();
    await wait(KEPT_MS);
    expect([page.drawn(), made.browser.local[ENTRY]]).toEqual([[], undefined]);
  });

  it('where the service no longer knows the visitor', async () => {
    await talk();
    made.browser.local['ZD-web.sessionToken'] = 'ended';
    const page = openPage();
    page.decide(({ method }) => (method === 'POST' ? hangs() : undefined));
    await page.start(10_000);
    expect([page.drawn(), made.browser.local[ENTRY]]).toEqual([[], undefined]);
  });

  it('from storage where consent is taken back, and is not kept again', async () => {
    const page = openPage();
    await page.start();
    await page.write('question');
    page.delivery.refresh();
    await wait(KEPT_MS);
    expect(made.browser.local[ENTRY]).toContain('question');
    page.slices.consent.set('none');
    await page.write('another', KEPT_MS);
    page.page.hide();
    expect(Object.keys({ ...made.browser.local })).toEqual([]);
  });

  it('and is never kept of a visitor whom an email’s link has brought', async () => {
    const page = openPage();
    await page.start();
    const { appUserId, auth } = page.user;
    const { sessionToken } = auth.value as { sessionToken: string };
    page.user.signInByLink({ _id: appUserId.value as string }, sessionToken, undefined);
    await page.write('question');
    page.delivery.refresh();
    await wait(KEPT_MS);
    expect(page.texts()).toEqual(['question']);
    expect(made.browser.local[ENTRY]).toBeUndefined();
  });
});
