import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { MOVING } from '../support/browser';
import { heard, holdBack, type Person, setUpLogin, stored } from '../support/loginPage';
import { conversationWith, type Widget } from '../support/widget';

const { desk, jwtOf, person, pageWith, open, openTab, textsOf } = await setUpLogin();

const call = (page: Page, script: string) => page.evaluate(`${script}; 0`);
const login = (p: Person) => `zE('messenger', 'loginUser', gives('${p.name}'), tell('${p.name}'))`;

/** Types a draft and waits until it is stored, without sending it. */
const draft = async ({ page, composer }: Widget, text: string): Promise<void> => {
  await composer.fill(text);
  await expect.poll(() => stored(page)).toContain(text);
};

/** Counts the transitions that run when the window has opened, into `porchMoves`. */
const countMoves = () => {
  const look = () => {
    const host = document.querySelector('[data-porch]');
    if (host?.hasAttribute('data-open'))
      Reflect.set(window, 'porchMoves', host.shadowRoot?.getAnimations().length);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
};

const it = test.extend('ann', () => person());

describe('anonymous to token', () => {
  it('keeps the conversation on screen, the typed text, and unsent messages', async ({ ann }) => {
    const tab = await open({ at: pageWith([ann]) });
    await tab.open();
    await tab.say(`Before ${ann.name}`);
    const conversation = await conversationWith(desk, `Before ${ann.name}`);
    await draft(tab, 'half a sentence');
    await call(tab.page, login(ann));
    await expect.poll(() => heard(tab.page)).toEqual([[ann.name, null]]);
    await tab.message(`Before ${ann.name}`).waitFor();
    // The user's earlier conversation is in the list, but does not replace the one on screen.
    expect(await tab.message(ann.text).count()).toBe(0);
    await expect.poll(() => tab.composer.inputValue()).toBe('half a sentence');
    await tab.composer.press('Enter');
    await tab.message('half a sentence').waitFor();
    await expect.poll(() => textsOf(conversation)).toEqual([`Before ${ann.name}`, 'half a sentence']);
    await tab.frame.getByRole('button', { name: 'Back to conversations' }).click();
    await tab.frame.getByRole('list', { name: 'Conversations' }).getByText(ann.text).waitFor();
  });

  it('shows the history to who had opened the widget before, and said nothing', async ({ ann }) => {
    // A call that is under way at the login is refused, as its session has ended.
    const tab = await open({ at: pageWith([ann]), possibleProblems: [/status of 401/] });
    await tab.open();
    await call(tab.page, login(ann));
    await tab.message(ann.text).waitFor();
  });
});

describe('token to another token', () => {
  it('shows and sends nothing of one person to the next, and sends unsent messages once their author is back', async () => {
    const [ann, bob] = [await person(), await person()];
    const tab = await open();
    await tab.page.goto(pageWith([ann, bob], `${login(ann)}; zE('messenger', 'open');`));
    await tab.message(ann.text).waitFor();
    const sending = await holdBack(tab.page, /\/messages$/);
    await tab.composer.fill('Unsent of the first');
    await tab.composer.press('Enter');
    await tab.message('Unsent of the first').waitFor();
    await draft(tab, 'Typed by the first');
    await call(tab.page, login(bob));
    await tab.message(bob.text).waitFor();
    await sending.release();
    expect(await tab.log.locator('li p').allTextContents()).toEqual([bob.text]);
    expect(await tab.composer.inputValue()).toBe('');
    await tab.say('Said by the second');
    await expect.poll(() => textsOf(bob.conversationId)).toEqual([bob.text, 'Said by the second']);
    await call(tab.page, login(ann));
    await tab.message(ann.text).waitFor();
    expect(await tab.message('Said by the second').count()).toBe(0);
    await expect.poll(() => textsOf(ann.conversationId)).toEqual([ann.text, 'Unsent of the first']);
    expect(await stored(tab.page)).not.toMatch(new RegExp(`${ann.jwt}|${bob.jwt}`));
  });

  it('goes by the last call: a supplier that is late for its own login changes nothing', async () => {
    const [ann, bob] = [await person(), await person()];
    const tab = await open();
    const late = `zE('messenger', 'loginUser', (give) => { window.late = () => give(jwts['${ann.name}']) }, tell('late'))`;
    await tab.page.goto(pageWith([ann, bob], `zE('messenger', 'open'); ${late}; ${login(bob)};`));
    await tab.message(bob.text).waitFor();
    await call(tab.page, 'late()');
    await tab.say('Still the second');
    await expect.poll(() => textsOf(bob.conversationId)).toContain('Still the second');
    expect(await heard(tab.page)).toEqual([[bob.name, null]]);
  });
});

describe('token to another token on the next page', () => {
  it('leaves no draft of the first person in storage (composer-5)', async () => {
    const [ann, bob] = [await person(), await person()];
    const tab = await open();
    await tab.page.goto(pageWith([ann], `${login(ann)}; zE('messenger', 'open');`));
    await tab.message(ann.text).waitFor();
    await draft(tab, 'Typed by the first');
    await tab.page.goto(pageWith([ann], `${login(ann)}; zE('messenger', 'open');`));
    await tab.message(ann.text).waitFor();
    await expect.poll(() => tab.composer.inputValue()).toBe('Typed by the first');
    await tab.page.goto(pageWith([bob], `${login(bob)}; zE('messenger', 'open');`));
    await tab.message(bob.text).waitFor();
    await expect.poll(() => stored(tab.page)).not.toContain('Typed by the first');
    expect(await tab.composer.inputValue()).toBe('');
  });
});

describe('token to anonymous', () => {
  it('leaves nothing on screen or in storage, nor after a reload, nor in a second tab', async ({ ann }) => {
    const tab = await open();
    await tab.page.goto(pageWith([ann], `zE('messenger', 'open'); ${login(ann)};`));
    await tab.message(ann.text).waitFor();
    await draft(tab, 'Typed by the first');
    const second = await openTab(
      tab.page.context(),
      pageWith([ann], `${login(ann)}; zE('messenger', 'open');`),
    );
    await second.message(ann.text).waitFor();
    await draft(second, 'Typed in the second tab');
    await call(tab.page, `zE('messenger', 'logoutUser')`);
    for (const widget of [tab, second]) {
      await widget.frame.getByRole('heading', { name: 'How can we help?' }).waitFor();
      expect(await widget.message(ann.text).count()).toBe(0);
      expect(await widget.composer.inputValue()).toBe('');
    }
    const left = await stored(tab.page);
    expect(left).not.toContain(`"ZD-web.externalId"`);
    expect(left).not.toContain(`"ZD-web.appUserId":"${ann.id}"`);
    await tab.page.goto(pageWith([]));
    await tab.launcher.waitFor();
    // The window may already be open, as it was left, if the new visitor was ready in time.
    await call(tab.page, `zE('messenger', 'open')`);
    await tab.frame.getByRole('heading', { name: 'How can we help?' }).waitFor();
    expect(await tab.composer.inputValue()).toBe('');
  });
});

describe('a reload of a page that logs in', () => {
  it('opens the widget again without moving, once they are logged in, as it was left (login-8)', async () => {
    const ann = await person();
    const tab = await open(MOVING);
    // The test controls when the supplier gives the token, so that there is time before the login.
    const asked = `window.jwt = new Promise((give) => { window.now = () => give(jwts['${ann.name}']) });
      zE('messenger', 'loginUser', (give) => jwt.then(give), tell('ann'));`;
    await tab.page.goto(pageWith([ann], asked));
    await tab.launcher.waitFor();
    await call(tab.page, 'now()');
    await expect.poll(() => heard(tab.page)).toEqual([['ann', null]]);
    expect(await tab.window.isVisible()).toBe(false);
    await tab.open();
    await tab.message(ann.text).waitFor();

    const supplied = tab.page.waitForFunction(() => Reflect.get(window, 'porchAsked'));
    await tab.page.addInitScript(() => {
      Reflect.set(window, 'porchAsked', true);
    });
    await tab.page.addInitScript(countMoves);
    await tab.page.reload();
    await supplied;
    await tab.launcher.waitFor();
    expect(await tab.launcher.getAttribute('aria-expanded')).not.toBe('true');
    await call(tab.page, 'now()');
    await tab.message(ann.text).waitFor();
    expect(await tab.page.evaluate('porchMoves')).toBe(0);

    // A reload leaves the focus on the page.
    await tab.composer.press('Escape');
    await tab.window.waitFor({ state: 'hidden' });
    await tab.page.reload();
    await tab.launcher.waitFor();
    await call(tab.page, 'now()');
    await expect.poll(() => heard(tab.page)).toEqual([['ann', null]]);
    expect(await tab.launcher.getAttribute('aria-expanded')).not.toBe('true');
  });
});

describe('a login that fails', () => {
  it('tells why any supplier fails, and keeps the visitor (login-11)', async ({ ann }) => {
    const tab = await open({ expectedProblems: [/^Porch: /, /status of 401/] });
    const worthless = `${jwtOf('somebody').split('.').slice(0, 2).join('.')}.c2lnbmVkIGJ5IG5vYm9keQ`;
    await tab.page.goto(pageWith([ann]));
    await tab.open();
    await tab.say('Nobody in particular');
    const failures: [string, string, RegExp][] = [
      ['throws', `() => { throw new Error('the page’s own') }`, /^JWT is required and must be a string$/],
      ['gives no text', `(give) => give(7)`, /^JWT is required and must be a string$/],
      ['gives nonsense', `(give) => give('nonsense')`, /^Error occurred reading from jwt$/],
      ['is no function', `'a JWT itself'`, /^loginUser needs a function that supplies a JWT\.$/],
      ['is not believed', `(give) => give('${worthless}')`, /^401: /],
      ['never answers', `() => {}`, /^JWT request did not resolve within an acceptable time$/],
    ];
    for (const [i, [name, supplier, reason]] of failures.entries()) {
      await call(tab.page, `zE('messenger', 'loginUser', ${supplier}, tell('${name}'))`);
      await expect.poll(async () => (await heard(tab.page)).length).toBe(i + 1);
      expect((await heard(tab.page))[i]).toEqual([name, expect.stringMatching(reason)]);
    }
    await tab.say('Still nobody');
    await tab.page.reload();
    await tab.message('Still nobody').waitFor();
    await tab.message('Nobody in particular').waitFor();
  });

  it('does not keep a new visitor from writing, nor a later login from them', async ({ ann }) => {
    // The login may merge the new visitor while their first subscription is under way.
    const tab = await open({ possibleProblems: [/status of 401/, /Realtime subscription refused: 401/] });
    await tab.page.goto(
      pageWith(
        [ann],
        `zE('messenger', 'open'); zE('messenger', 'loginUser', (give) => give(7), tell('first'));`,
      ),
    );
    await tab.composer.waitFor();
    await tab.say(`Written before ${ann.name}`);
    await call(tab.page, login(ann));
    await expect
      .poll(() => heard(tab.page))
      .toEqual([
        ['first', 'JWT is required and must be a string'],
        [ann.name, null],
      ]);
    await tab.message(`Written before ${ann.name}`).waitFor();
  });
});

describe('session auth', () => {
  it('is what loginUser without a function uses, refuses a token, and is over with a logout (login-5)', async () => {
    const ann = await person();
    const tab = await open();
    await tab.page.goto(
      pageWith([ann], `zE('messenger', 'loginUser', undefined, tell('session')); ${login(ann)};`),
    );
    await tab.open();
    await expect.poll(() => heard(tab.page)).toHaveLength(2);
    expect(await heard(tab.page)).toEqual(
      expect.arrayContaining([
        ['session', null],
        [ann.name, 'sessionAuthInUse'],
      ]),
    );
    await tab.say('In a session');
    await call(tab.page, `zE('messenger', 'logoutUser'); ${login(ann)}`);
    await tab.message(ann.text).waitFor();
    expect((await heard(tab.page)).at(-1)).toEqual([ann.name, null]);
    expect(await tab.message('In a session').count()).toBe(0);
  });
});
