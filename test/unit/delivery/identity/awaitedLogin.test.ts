import { describe, expect, it } from 'vitest';
import { createFakeStorage } from '../../../support/fakeStorage';
import { createLoginSide, type Give, loginsForEachTest } from '../../../support/loginSide';

const at = loginsForEachTest();

const page = (session?: Storage) => createLoginSide(at.desk, at.clock, at.browser, {}, session);

/** Ann has logged in and written on a page that is left. @returns the next one */
const annWasHere = async (session?: Storage) => {
  const side = page(session);
  await side.logIn(at.gives('ann'));
  await side.write('first');
  side.dispose();
  return page(session);
};

/** Each conversation at the desk: whose it is, and its texts. */
const heard = async () => (await at.heard()).map(({ who, texts }) => `${who}: ${texts.join()}`).sort();

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
      const side = await annWasHere();
      let works = false;
      const told = side.login((give) => (works ? at.gives('ann') : fail)(give));
      await side.write('second', 12_000);
      const unsent = side.slices.messages.of('').value.map((m) => `${m.text} ${m.status} ${m.isDelayed}`);
      expect([await heard(), unsent, told.length]).toEqual([['ann: first'], ['second sending true'], 1]);
      works = true;
      await at.settle(20_000);
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
      const side = await annWasHere(session);
      side.login(FAILURES.throws as () => void);
      await side.write('second', 1000);
      // The browser copies the tab's storage.
      const copy = createFakeStorage({ ...session } as unknown as Record<string, string>);
      if (when !== 'at once') await at.settle(100_000);
      const opened = page(copy);
      opened.login(FAILURES.throws as () => void);
      await opened.start(100_000);
      expect([await heard(), opened.user.appUserId.value]).toEqual([
        ['ann: first', 'nobody: second'],
        side.user.appUserId.value,
      ]);
      await opened.logIn(at.gives('ann'), 2000);
      expect(await heard()).toEqual(['ann: first', 'ann: second']);
    },
  );

  it('is theirs after a reload, too, and goes into their conversation', async () => {
    const side = await annWasHere();
    side.login(FAILURES.throws as () => void);
    await side.write('second', 10_000);
    side.dispose();
    const next = page();
    await next.logIn(at.gives('ann'), 2000);
    expect(await heard()).toEqual(['ann: first,second']);
  });

  it('goes with another tab’s token at once, and the page’s own login goes on waiting', async () => {
    const side = await annWasHere();
    let who = '';
    const told = side.login((give) => at.gives(who || 'x')(who ? give : () => {}));
    await side.write('second', 6000);
    const other = page();
    await other.logIn(at.gives('ann'), 30_000);
    expect([await heard(), side.user.externalId(), told.length]).toEqual([['ann: first,second'], 'ann', 1]);
    who = 'ben';
    await at.settle(400_000);
    expect([side.user.externalId(), told.at(-1)]).toEqual(['ben', null]);
  });

  it('goes out at once where the service refuses the token, and the window says so (login-27)', async () => {
    const side = await annWasHere();
    side.login((give) => give(at.worthless('ann')));
    await side.write('second', 8000);
    expect([await heard(), side.slices.conversations.notice.value]).toEqual([
      ['ann: first', 'nobody: second'],
      'login_ended',
    ]);
  });

  it('goes out at last, the window says so, and it is theirs with the next token (login-27)', async () => {
    const side = await annWasHere();
    let works = false;
    side.login((give) => (works ? at.gives('ann')(give) : give('')));
    await side.write('second', 60_000);
    expect(await heard()).toEqual(['ann: first']);
    await at.settle(15_000);
    const { notice } = side.slices.conversations;
    expect([await heard(), notice.value]).toEqual([['ann: first', 'nobody: second'], 'login_ended']);
    works = true;
    await at.settle(400_000);
    expect([await heard(), notice.value]).toEqual([['ann: first', 'ann: second'], undefined]);
  });

  it('goes out at last, however often they write and press (login-27)', async () => {
    const side = await annWasHere();
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
    await at.settle(15_000);
    expect(await heard()).toEqual(['ann: first', `nobody: ${[2, 3, 4, 5, 6].map((i) => `text ${i}`)}`]);
  });

  it.each(['press', 'write again'])('goes with the token at once where they %s (login-27)', async (how) => {
    const side = await annWasHere();
    let works = false;
    side.login((give) => at.gives(works ? 'ann' : '')(works ? give : () => give('')));
    side.say('second');
    // The page is asked again after 35 s.
    await at.settle(20_000);
    works = true;
    const [key = ''] = side.slices.messages.of('').value.map((message) => message.key);
    if (how === 'press') side.delivery.sender.retry(key);
    else side.say('third');
    await at.settle(100);
    expect(await heard()).toEqual([how === 'press' ? 'ann: first,second' : 'ann: first,second,third']);
  });

  it('goes out at last where they browse on, and waits anew for what they left long ago (login-27)', async () => {
    const first = await annWasHere();
    const browse = async (ms: number) => {
      const side = page();
      side.login(FAILURES.throws as () => void);
      await side.start(ms);
      side.dispose();
    };
    first.login(FAILURES.throws as () => void);
    await first.write('second', 10_000);
    first.dispose();
    await at.clock.advance(3_600_000);
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
    const side = await annWasHere();
    let works = false;
    side.login((give) => (works ? at.gives('ann')(give) : give('')));
    await side.write('second', 2000);
    const other = page();
    await other.start(2000);
    await other.write('third', 20_000);
    expect([await heard(), other.calls('POST /appusers')]).toEqual([['ann: first'], []]);
    works = true;
    await at.settle(30_000);
    expect(await heard()).toEqual(['ann: first,second,third']);
  });

  it('goes out from a tab without a login once the tab that waits is gone', async () => {
    const side = await annWasHere();
    side.login(FAILURES.throws as () => void);
    await side.write('second', 2000);
    const other = page();
    await other.start(10_000);
    expect(await heard()).toEqual(['ann: first']);
    side.dispose();
    await at.settle(10_000);
    expect(await heard()).toEqual(['ann: first', 'nobody: second']);
  });

  it('is asked for once more when the network is back, however long it was away', async () => {
    const side = await annWasHere();
    let online = false;
    const offline = () => {
      throw new TypeError('Failed to fetch');
    };
    side.decide(() => (online ? undefined : offline()));
    side.login((give) => (online ? at.gives('ann')(give) : offline()));
    await side.write('second', 300_000);
    online = true;
    side.page.setOnline(true);
    await at.settle(70_000);
    expect(await heard()).toEqual(['ann: first,second']);
  });

  it.each([undefined, null, 7])(
    'waits for nothing where the function gives %j: nobody is signed in',
    async (jwt) => {
      const side = await annWasHere();
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
    const side = await annWasHere(session);
    let works = false;
    side.login((give) => (works ? at.gives('ann')(give) : give('')));
    await side.write('second', 12_000);
    works = true;
    await at.settle(10_000);
    expect(await heard()).toEqual(['ann: first,second']);
    side.dispose();
    const next = page(session);
    await next.write('on a page without a login', 4000);
    expect(await heard()).toEqual(['ann: first,second', 'nobody: on a page without a login']);
  });
});
