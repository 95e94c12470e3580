import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FakeClock } from '../../../support/fakeClock';
import { createFakeStorage } from '../../../support/fakeStorage';
import { FAKE_EXP, type SigningKey, signJwt } from '../../../support/jwt';
import {
  createLoginSide,
  createLogins,
  type createSharedBrowser,
  loadChunks,
  settle,
} from '../../../support/loginSide';
import type { MemoryDesk } from '../../../support/memoryDesk';

type Give = (jwt: unknown) => void;

let clock: FakeClock;
let desk: MemoryDesk;
let key: SigningKey;
let browser: ReturnType<typeof createSharedBrowser>;

beforeAll(loadChunks);

beforeEach(async () => {
  ({ clock, desk, browser, key } = await createLogins());
});

const gives = (who: string) => (give: Give) =>
  give(signJwt(key, { external_id: who, exp: FAKE_EXP, name: who }));

const page = (session?: Storage) => createLoginSide(desk, clock, browser, {}, session);

/** A page on which Ann has logged in and written, and which is left. */
const annWasHere = async (session?: Storage) => {
  const side = page(session);
  await side.logIn(gives('ann'));
  await side.write('first');
  side.dispose();
};

/** Each conversation at the desk: whose it is, and its texts. */
const heard = async (): Promise<string[]> => {
  const rows = await desk.store.inbox({ limit: 100, empty: false });
  const texts = async (id: string) => {
    const { messages } = (await desk.agent.call('GET', `/conversations/${id}/messages`)) as {
      messages: { text: string }[];
    };
    return messages.map(({ text }) => text).join();
  };
  const all = rows.map(async (r) => `${r.user.externalId ?? 'nobody'}: ${await texts(r.conversation.id)}`);
  return (await Promise.all(all)).sort();
};

/** How a page's function gives no token although it may have somebody to log in. */
const FAILURES: Record<string, (give: Give) => void> = {
  throws() {
    throw new Error('the publisher’s own');
  },
  'gives nothing, as an empty answer does': (give) => give(''),
  'gives a page': (give) => give('<!doctype html>'),
  'never answers': () => {},
};

describe('what a known person writes while their page gives no token', () => {
  it.each(Object.entries(FAILURES))(
    'waits where its function %s, and is theirs (login-27)',
    async (_, fail) => {
      await annWasHere();
      let works = false;
      const side = page();
      const told = side.login((give) => (works ? gives('ann') : fail)(give));
      await side.write('second', 12_000);
      const unsent = side.slices.messages.of('').value.map((m) => `${m.text} ${m.status} ${m.isDelayed}`);
      expect([await heard(), unsent, told.length]).toEqual([['ann: first'], ['second sending true'], 1]);
      works = true;
      await settle(clock, 20_000);
      expect([await heard(), told.at(-1), side.calls('POST /appusers')]).toEqual([
        ['ann: first,second'],
        null,
        [],
      ]);
    },
  );

  it.each(['at once', 'after the first tab has sent it'])(
    'is one visitor’s in a window that the page opens, where the history is the tab’s, and that sends %s',
    async (when) => {
      const session = createFakeStorage();
      await annWasHere(session);
      const side = page(session);
      side.login(FAILURES.throws as () => void);
      await side.write('second', 1000);
      // The browser copies the tab's storage.
      const copy = createFakeStorage({ ...session } as unknown as Record<string, string>);
      if (when !== 'at once') await settle(clock, 100_000);
      const opened = page(copy);
      opened.login(FAILURES.throws as () => void);
      await opened.start(100_000);
      expect([await heard(), opened.user.appUserId.value]).toEqual([
        ['ann: first', 'nobody: second'],
        side.user.appUserId.value,
      ]);
      await opened.logIn(gives('ann'), 2000);
      expect(await heard()).toEqual(['ann: first', 'ann: second']);
    },
  );

  it('is theirs after a reload, too, and goes into their conversation', async () => {
    await annWasHere();
    const side = page();
    side.login(FAILURES.throws as () => void);
    await side.write('second', 10_000);
    side.dispose();
    const next = page();
    await next.logIn(gives('ann'), 2000);
    expect(await heard()).toEqual(['ann: first,second']);
  });

  it('goes with another tab’s token at once, and the page’s own login goes on waiting', async () => {
    await annWasHere();
    const side = page();
    let who = '';
    const told = side.login((give) => gives(who || 'x')(who ? give : () => {}));
    await side.write('second', 6000);
    const other = page();
    await other.logIn(gives('ann'), 30_000);
    expect([await heard(), side.user.externalId(), told.length]).toEqual([['ann: first,second'], 'ann', 1]);
    who = 'ben';
    await settle(clock, 400_000);
    expect([side.user.externalId(), told.at(-1)]).toEqual(['ben', null]);
  });

  it('goes out at once where the service refuses the token, and the window says so (login-27)', async () => {
    await annWasHere();
    const side = page();
    side.login((give) =>
      give(signJwt({ id: key.id, secret: 'guessed' }, { external_id: 'ann', exp: FAKE_EXP })),
    );
    await side.write('second', 8000);
    expect([await heard(), side.slices.conversations.notice.value]).toEqual([
      ['ann: first', 'nobody: second'],
      'login_ended',
    ]);
  });

  it('goes out at last, the window says so, and it is theirs with the next token (login-27)', async () => {
    await annWasHere();
    let works = false;
    const side = page();
    side.login((give) => (works ? gives('ann')(give) : give('')));
    await side.write('second', 60_000);
    expect(await heard()).toEqual(['ann: first']);
    await settle(clock, 15_000);
    const { notice } = side.slices.conversations;
    expect([await heard(), notice.value]).toEqual([['ann: first', 'nobody: second'], 'login_ended']);
    works = true;
    await settle(clock, 400_000);
    expect([await heard(), notice.value]).toEqual([['ann: first', 'ann: second'], undefined]);
  });

  it('goes out at last, however often they write and press (login-27)', async () => {
    await annWasHere();
    const side = page();
    let asked = 0;
    side.login(() => {
      asked++;
      throw new Error('the publisher’s own');
    });
    for (let i = 2; i < 7; i++) {
      await side.write(`text ${i}`, 11_000);
      for (const { key } of side.slices.messages.of('').value) side.delivery.sender.retry(key);
    }
    // At first, after 5, 15 and 35 s, and each of the five times, whatever they do at once.
    expect([await heard(), asked]).toEqual([['ann: first'], 9]);
    await settle(clock, 15_000);
    expect(await heard()).toEqual(['ann: first', `nobody: ${[2, 3, 4, 5, 6].map((i) => `text ${i}`)}`]);
  });

  it.each(['press', 'write again'])('goes with the token at once where they %s (login-27)', async (how) => {
    await annWasHere();
    const side = page();
    let works = false;
    side.login((give) => gives(works ? 'ann' : '')(works ? give : () => give('')));
    side.say('second');
    // The page is asked again after 35 s.
    await settle(clock, 20_000);
    works = true;
    const [key = ''] = side.slices.messages.of('').value.map((message) => message.key);
    if (how === 'press') side.delivery.sender.retry(key);
    else side.say('third');
    await settle(clock, 100);
    expect(await heard()).toEqual([how === 'press' ? 'ann: first,second' : 'ann: first,second,third']);
  });

  it('goes out at last where they browse on, and waits anew for what they left long ago (login-27)', async () => {
    await annWasHere();
    const browse = async (ms: number) => {
      const side = page();
      side.login(FAILURES.throws as () => void);
      await side.start(ms);
      side.dispose();
    };
    const first = page();
    first.login(FAILURES.throws as () => void);
    await first.write('second', 10_000);
    first.dispose();
    await clock.advance(3_600_000);
    await browse(60_000);
    expect(await heard()).toEqual(['ann: first']);
    const side = page();
    side.login(FAILURES.throws as () => void);
    await side.write('third', 25_000);
    side.dispose();
    await browse(25_000);
    expect(await heard()).toEqual(['ann: first']);
    await browse(20_000);
    expect(await heard()).toEqual(['ann: first', 'nobody: second,third']);
  });

  it('waits in a tab without a login, too, as long as the tab is there that waits (login-27)', async () => {
    await annWasHere();
    let works = false;
    const side = page();
    side.login((give) => (works ? gives('ann')(give) : give('')));
    await side.write('second', 2000);
    const other = page();
    await other.start(2000);
    await other.write('third', 20_000);
    expect([await heard(), other.calls('POST /appusers')]).toEqual([['ann: first'], []]);
    works = true;
    await settle(clock, 30_000);
    expect(await heard()).toEqual(['ann: first,second,third']);
  });

  it('goes out from a tab without a login once the tab that waits is gone', async () => {
    await annWasHere();
    const side = page();
    side.login(FAILURES.throws as () => void);
    await side.write('second', 2000);
    const other = page();
    await other.start(10_000);
    expect(await heard()).toEqual(['ann: first']);
    side.dispose();
    await settle(clock, 10_000);
    expect(await heard()).toEqual(['ann: first', 'nobody: second']);
  });

  it('is asked for once more when the network is back, however long it was away', async () => {
    await annWasHere();
    const side = page();
    let online = false;
    const offline = () => {
      throw new TypeError('Failed to fetch');
    };
    side.decide(() => (online ? undefined : offline()));
    side.login((give) => (online ? gives('ann')(give) : offline()));
    await side.write('second', 300_000);
    online = true;
    side.page.setOnline(true);
    await settle(clock, 70_000);
    expect(await heard()).toEqual(['ann: first,second']);
  });

  it.each([undefined, null, 7])(
    'waits for nothing where the function gives %j: nobody is signed in',
    async (jwt) => {
      await annWasHere();
      const side = page();
      side.login((give) => give(jwt));
      await side.write('of somebody', 4000);
      expect([await heard(), side.slices.conversations.notice.value]).toEqual([
        ['ann: first', 'nobody: of somebody'],
        undefined,
      ]);
    },
  );

  it('is theirs where a visitor is stored for the tab only, and a page without a login starts', async () => {
    const session = createFakeStorage();
    await annWasHere(session);
    let works = false;
    const side = page(session);
    side.login((give) => (works ? gives('ann')(give) : give('')));
    await side.write('second', 12_000);
    works = true;
    await settle(clock, 10_000);
    expect(await heard()).toEqual(['ann: first,second']);
    side.dispose();
    const next = page(session);
    await next.write('on a page without a login', 4000);
    expect(await heard()).toEqual(['ann: first,second', 'nobody: on a page without a login']);
  });
});
