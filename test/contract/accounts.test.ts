import { Secret, TOTP } from 'otpauth';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeDemoAgents, setupLink } from '../../examples/support-desk/server/domain/accounts/firstStart';
import { LIMITS } from '../../examples/support-desk/server/limits/table';
import { prepareAccounts } from '../../examples/support-desk/server/start/prepareAccounts';
import type { OwnAccount, SecondFactorAnswer } from '../../examples/support-desk/shared/answers/accounts';
import type { AuditEntry } from '../../examples/support-desk/shared/answers/audit';
import { AGENT_LIST_CHANNEL } from '../../examples/support-desk/shared/channels';
import { createMemoryDesk, type MemoryDesk } from '../support/memoryDesk';
import { createMemoryVisitor, HANDSHAKE, type Reply } from '../support/memoryVisitor';
import { askWithCookie, type SignedInAgent, signInAgent } from '../support/signInAgent';

const DAY = 86_400_000;
const PASSWORD = 'correct horse battery';
const ADA = { name: 'Ada', email: 'Ada@Shop.example', password: PASSWORD };

type Answer = { status: number; body: Record<string, unknown>; cookies: string[] };

const DEMO = { demo: true, publicUrl: undefined, demoSecret: 'what the terminal shows' };

/** A desk with a clock, and a browser of its agents' page. */
const createWorld = (app?: Parameters<typeof createMemoryDesk>[0]) => {
  let now = 1_800_000_000_000;
  const desk = createMemoryDesk({ now: () => now, ...app });
  onTestFinished(() => desk.close());
  const ids = { newId: crypto.randomUUID.bind(crypto), newToken: crypto.randomUUID.bind(crypto) };
  const browser = () => {
    const jar = new Map<string, string>();
    const keep = (cookie: string): void => {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      if (/max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    };
    const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await askWithCookie(desk, cookie)(method, path, body, headers);
      const cookies = response.headers.getSetCookie();
      for (const one of cookies) keep(one);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: isJson ? JSON.parse(text) : { text }, cookies } as Answer;
    };
    return { ask, jar, keep };
  };
  /** Makes the first admin, as the link at the start does. */
  const setUp = async (input: object = ADA) => {
    const page = browser();
    const token = await setupLink({ store: desk.store, now: () => now, ...ids });
    const { status, body } = await page.ask('POST', `/link/${token}`, input);
    expect(status, JSON.stringify(body)).toBe(200);
    return { ...page, agent: body.agent as OwnAccount };
  };
  return {
    desk,
    browser,
    setUp,
    setupToken: () => setupLink({ store: desk.store, now: () => now, ...ids }),
    now: () => now,
    wait: (ms: number) => {
      now += ms;
    },
    signIn: (page: ReturnType<typeof browser>, password = PASSWORD, email = ADA.email) =>
      page.ask('POST', '/sign-in', { email, password }),
  };
};
type World = ReturnType<typeof createWorld>;

const auditOf = async (ask: (method: string, path: string) => Promise<Answer>): Promise<AuditEntry[]> =>
  (await ask('GET', '/audit')).body.entries as AuditEntry[];

const it = test.extend('w', () => createWorld()).extend('page', ({ w }) => w.setUp());

describe('the first admin', () => {
  it('is made by the link of the start, once, and is signed in', async () => {
    const { browser, setupToken } = createWorld();
    const page = browser();
    const [token, twin] = [await setupToken(), await setupToken()];
    expect((await page.ask('GET', '/sign-in')).body).toEqual({
      demo: [],
      needsDemoLink: false,
      needsSetup: true,
      mailsLinks: false,
    });
    expect((await page.ask('GET', `/link/${token}`)).body).toEqual({ kind: 'setup', role: 'admin' });
    expect((await page.ask('POST', `/link/${token}`, { ...ADA, password: 'short' })).status).toBe(400);
    expect((await page.ask('POST', `/link/${token}`, { password: PASSWORD })).status).toBe(400);
    const { body } = await page.ask('POST', `/link/${token}`, ADA);
    expect(body.agent).toMatchObject({ name: 'Ada', email: 'ada@shop.example', role: 'admin' });
    expect((await page.ask('GET', '/session')).body).toMatchObject({ agent: body.agent });
    for (const used of [token, twin]) {
      expect((await page.ask('GET', `/link/${used}`)).status).toBe(404);
      expect((await page.ask('POST', `/link/${used}`, { ...ADA, email: 'b@b.example' })).status).toBe(404);
    }
    expect(await setupToken()).toBeUndefined();
    expect((await page.ask('GET', '/sign-in')).body).toEqual({
      demo: [],
      needsDemoLink: false,
      needsSetup: false,
      mailsLinks: false,
    });
  });

  it('is made within 24 hours of the start, or by the link of another', async () => {
    const { browser, setupToken, wait } = createWorld();
    const token = await setupToken();
    wait(DAY);
    expect((await browser().ask('POST', `/link/${token}`, ADA)).status).toBe(404);
    const next = await setupToken();
    expect((await browser().ask('POST', `/link/${next}`, ADA)).status).toBe(200);
  });
});

describe('signing in', () => {
  it('takes the email in any case and the right password, and says not what was wrong', async () => {
    const { browser, setUp, signIn } = createWorld();
    await setUp();
    const page = browser();
    const answers = [
      await signIn(page, 'another password'),
      await signIn(page, PASSWORD, 'nobody@shop.example'),
      await signIn(page, `${PASSWORD} `),
      await signIn(page, ''),
    ];
    for (const { status, body, cookies } of answers) {
      expect([status, body, cookies]).toEqual([401, answers[0]?.body, []]);
    }
    const { status, body } = await signIn(page, PASSWORD, ' ADA@shop.EXAMPLE'.trim());
    expect([status, (body.agent as OwnAccount).name]).toEqual([200, 'Ada']);
    expect((await page.ask('GET', '/me/sessions')).body.sessions).toHaveLength(2);
  });

  it('keeps only hashes of what signs in', async () => {
    const { desk, setUp, setupToken } = createWorld();
    const token = await setupToken();
    const page = await setUp();
    const { body } = await page.ask('POST', '/api-keys', { name: 'A bot', scopes: ['conversations'] });
    const { body: ticket } = await page.ask('POST', '/tickets');
    const kept = JSON.stringify([
      await desk.store.agents(),
      await desk.store.agentSessionsOf(page.agent.id, 0),
      await desk.store.apiKeys(),
      await desk.store.auditEntries({ limit: 100 }),
    ]);
    for (const secret of [PASSWORD, token, body.secret, ticket.ticket, ...page.jar.values()])
      expect(kept).not.toContain(secret);
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it('leaves no secret in the log', async () => {
    const lines: string[] = [];
    const write = (...input: unknown[]) => void lines.push(JSON.stringify(input));
    const w = createWorld({ app: { log: { info: write, warn: write, error: write } } });
    const token = (await w.setupToken()) ?? '';
    const page = w.browser();
    await page.ask('GET', `/link/${token}`);
    await page.ask('POST', `/link/${token}`, ADA);
    await w.signIn(page, 'a wrong password');
    expect(lines.join()).toContain('/agent/api/link/…');
    for (const secret of [token, PASSWORD, 'a wrong password', ...page.jar.values()])
      expect(lines.join()).not.toContain(secret);
  });

  it('is refused after ten wrong passwords for one email, from everywhere, also with the right one', async () => {
    const { browser, setUp, signIn } = createWorld();
    await setUp();
    const { points } = LIMITS.wrongPasswords;
    for (let i = 0; i < points; i++) expect((await signIn(browser(), `wrong ${i}`)).status).toBe(401);
    expect((await signIn(browser())).status).toBe(429);
    expect((await signIn(browser(), PASSWORD, 'nobody@shop.example')).status).toBe(401);
  });

  it('goes on in a browser of the account while strangers guess, and is counted there apart', async () => {
    const { browser, setUp, signIn } = createWorld();
    const page = await setUp();
    const { points } = LIMITS.wrongPasswords;
    for (let i = 0; i <= points; i++) await signIn(browser(), `wrong ${i}`);
    expect((await signIn(browser())).status).toBe(429);
    for (let i = 0; i < 3; i++) expect((await signIn(page, `typo ${i}`)).status).toBe(401);
    expect((await signIn(page)).status).toBe(200);
    // The mark opens nothing, and each browser with one has as many tries as all strangers.
    const thief = browser();
    for (const [name, value] of page.jar) if (/device/.test(name)) thief.jar.set(name, value);
    expect((await thief.ask('GET', '/session')).status).toBe(401);
    for (let i = 3; i < points; i++) expect((await signIn(thief, `theft ${i}`)).status).toBe(401);
    expect((await signIn(thief)).status).toBe(429);
  });

  it('marks a browser that was signed in before there were marks, once', async () => {
    const { browser, setUp, signIn } = createWorld();
    const page = await setUp();
    const device = [...page.jar.keys()].find((name) => /device/.test(name)) ?? '';
    page.jar.delete(device);
    const { cookies } = await page.ask('GET', '/session');
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^porch_device.*HttpOnly.*SameSite=Strict/i);
    expect((await page.ask('GET', '/session')).cookies).toEqual([]);
    for (let i = 0; i <= LIMITS.wrongPasswords.points; i++) await signIn(browser(), `wrong ${i}`);
    expect((await signIn(page)).status).toBe(200);
  });

  it('ends the session that the browser had before', async () => {
    const { setUp, signIn } = createWorld();
    const page = await setUp();
    const before = new Map(page.jar);
    await signIn(page);
    expect([...page.jar.values()]).not.toEqual([...before.values()]);
    expect((await page.ask('GET', '/me/sessions')).body.sessions).toHaveLength(1);
  });

  it('lasts 30 days after the last use', async () => {
    const { setUp, wait } = createWorld();
    const page = await setUp();
    for (let i = 0; i < 3; i++) {
      wait(29 * DAY);
      expect((await page.ask('GET', '/session')).status).toBe(200);
    }
    wait(30 * DAY);
    expect((await page.ask('GET', '/session')).status).toBe(401);
  });

  it('shows where else one is signed in, and ends it there', async () => {
    const { browser, setUp, signIn } = createWorld();
    const [page, phone] = [await setUp(), browser()];
    await signIn(phone);
    const sessions = (await page.ask('GET', '/me/sessions')).body.sessions as {
      id: string;
      current: boolean;
    }[];
    const other = sessions.find(({ current }) => !current);
    expect((await page.ask('DELETE', `/me/sessions/${other?.id}`)).status).toBe(200);
    expect((await phone.ask('GET', '/session')).status).toBe(401);
    expect((await page.ask('GET', '/session')).status).toBe(200);
    expect((await page.ask('DELETE', `/me/sessions/${other?.id}`)).status).toBe(404);
  });
});

describe('a second factor', () => {
  const begin = async (w: World) => {
    const page = await w.setUp();
    const { body } = await page.ask('POST', '/me/second-factor', { password: PASSWORD });
    const { uri, recoveryCodes } = body as SecondFactorAnswer;
    const totp = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') });
    const code = () => totp.generate({ timestamp: w.now() });
    return { page, code, uri, recoveryCodes };
  };
  const begun = async (w: World) => {
    const made = await begin(w);
    expect((await made.page.ask('POST', '/me/second-factor/confirm', { code: made.code() })).status).toBe(
      200,
    );
    w.wait(60_000);
    return made;
  };

  it('counts once it is confirmed, and is asked for after the password', async ({ w }) => {
    const { page, code, uri, recoveryCodes } = await begin(w);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Porch:ada%40shop.example\?/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await w.signIn(w.browser())).body).toHaveProperty('agent');
    expect((await page.ask('POST', '/me/second-factor/confirm', { code: '000000' })).status).toBe(400);
    const { body } = await page.ask('POST', '/me/second-factor/confirm', { code: code() });
    expect((body.agent as OwnAccount).hasSecondFactor).toBe(true);
    w.wait(60_000);
    const phone = w.browser();
    expect((await w.signIn(phone)).body).toEqual({ secondFactor: true });
    expect((await phone.ask('GET', '/session')).status).toBe(401);
    expect((await phone.ask('POST', '/sign-in/code', { code: code() })).body).toHaveProperty('agent');
    expect((await phone.ask('GET', '/session')).status).toBe(200);
  });

  it('takes no code twice, none of a minute ago, and none without the password', async ({ w }) => {
    const { code } = await begun(w);
    const once = code();
    const signInWith = async (text: string) => {
      const page = w.browser();
      await w.signIn(page);
      return (await page.ask('POST', '/sign-in/code', { code: text })).status;
    };
    expect((await w.browser().ask('POST', '/sign-in/code', { code: once })).status).toBe(401);
    expect(await signInWith(once)).toBe(200);
    expect(await signInWith(once)).toBe(401);
    const old = code();
    w.wait(90_000);
    expect(await signInWith(old)).toBe(401);
    expect(await signInWith(` ${code().slice(0, 3)} ${code().slice(3)} `)).toBe(200);
  });

  it('takes each recovery code once', async ({ w }) => {
    const { recoveryCodes } = await begun(w);
    const [code = ''] = recoveryCodes;
    for (const [text, status] of [
      [code.toUpperCase().replaceAll('-', ' '), 200],
      [code, 401],
      [recoveryCodes[1] ?? '', 200],
    ] as const) {
      const page = w.browser();
      await w.signIn(page);
      expect((await page.ask('POST', '/sign-in/code', { code: text })).status).toBe(status);
    }
  });

  it('lets five codes be tried for a password, and writes down the wrong ones', async ({ w }) => {
    const { page, code } = await begun(w);
    const phone = w.browser();
    await w.signIn(phone);
    for (let i = 0; i < 5; i++)
      expect((await phone.ask('POST', '/sign-in/code', { code: `00000${i}` })).status).toBe(401);
    expect((await phone.ask('POST', '/sign-in/code', { code: code() })).status).toBe(401);
    const failed = (await auditOf(page.ask)).filter(({ action }) => action === 'second-factor-failed');
    expect(failed).toHaveLength(5);
  });

  it('waits ten minutes for its code', async ({ w }) => {
    const { code } = await begun(w);
    const page = w.browser();
    await w.signIn(page);
    w.wait(600_000);
    expect((await page.ask('POST', '/sign-in/code', { code: code() })).status).toBe(401);
  });

  it('is taken away by the password, and by a reset', async ({ w }) => {
    const { page } = await begun(w);
    expect((await page.ask('DELETE', '/me/second-factor', { password: 'wrong' })).status).toBe(403);
    const eve = await signInAgent(w.desk, { id: 'eve', role: 'admin' }, w.now());
    const { link } = await eve.call('POST', `/agents/${page.agent.id}/reset`);
    const token = String(link).split('#link=')[1];
    const phone = w.browser();
    expect((await phone.ask('GET', `/link/${token}`)).body).toMatchObject({ kind: 'reset', name: 'Ada' });
    const next = await phone.ask('POST', `/link/${token}`, { password: 'another password' });
    expect(next.body).toMatchObject({ agent: { hasSecondFactor: false } });
    expect((await page.ask('GET', '/session')).status).toBe(401);
    expect((await w.signIn(w.browser())).status).toBe(401);
    expect((await w.signIn(w.browser(), 'another password')).body).toHaveProperty('agent');
  });
});

describe('a colleague', () => {
  const invite = async (
    w: World,
    page: { ask: (...input: [string, string, object]) => Promise<Answer> },
    body: object,
  ) => {
    const { body: made } = await page.ask('POST', '/invitations', { ...body, password: PASSWORD });
    const token = String(made.link).split('#link=')[1] ?? '';
    const phone = w.browser();
    const join = (more: object) =>
      phone.ask('POST', `/link/${token}`, { name: 'Ben', password: 'a password of Ben', ...more });
    return { ...phone, token, join, id: (made.invitation as { id: string }).id };
  };

  it('joins by an invitation, under the email that it names', async ({ w, page }) => {
    const ben = await invite(w, page, { role: 'agent', email: 'Ben@shop.example' });
    expect((await ben.ask('GET', `/link/${ben.token}`)).body).toEqual({
      kind: 'invitation',
      role: 'agent',
      email: 'ben@shop.example',
    });
    expect((await ben.join({ email: 'eve@evil.example' })).body).toMatchObject({
      agent: { name: 'Ben', email: 'ben@shop.example', role: 'agent' },
    });
    expect((await ben.join({})).status).toBe(404);
    expect(
      (await page.ask('POST', '/invitations', { role: 'agent', email: 'BEN@shop.example' })).status,
    ).toBe(409);
    const clash = await invite(w, page, { role: 'admin' });
    expect((await clash.join({ email: 'ada@shop.example' })).status).toBe(409);
    expect((await clash.join({ email: 'cleo@shop.example' })).status).toBe(200);
  });

  it('does not join by an invitation that is withdrawn, or a week old', async ({ w, page }) => {
    const withdrawn = await invite(w, page, { role: 'agent' });
    await page.ask('DELETE', `/invitations/${withdrawn.id}`);
    expect((await withdrawn.join({ email: 'a@shop.example' })).status).toBe(404);
    const old = await invite(w, page, { role: 'agent' });
    w.wait(7 * DAY);
    expect((await old.join({ email: 'a@shop.example' })).status).toBe(404);
  });

  it('changes the own name, picture and alerts, and no email of another', async ({ w, page }) => {
    await signInAgent(w.desk, { id: 'ben', email: 'ben@shop.example' }, w.now());
    const change = {
      name: 'Ada L.',
      avatarUrl: 'https://shop.example/a.png',
      alerts: { mail: true, messages: 'all' },
    };
    expect((await page.ask('PATCH', '/me', change)).body.agent).toMatchObject(change);
    // As inboxes and rows of older desks have them.
    const older = { sound: false, desktop: true, mail: false };
    const answer = await page.ask('PATCH', '/me', { alerts: older });
    expect((answer.body.agent as { alerts: object }).alerts).toEqual({ mail: false, messages: 'all' });
    await w.desk.store.transaction((tx) => tx.updateAgent(page.agent.id, { alerts: older }));
    const { agent } = (await page.ask('GET', '/session')).body as { agent: { alerts: object } };
    expect(agent.alerts).toEqual({ mail: false, messages: 'mine' });
    const ben = { email: 'BEN@shop.example', password: PASSWORD };
    expect((await page.ask('PATCH', '/me', ben)).status).toBe(409);
    expect((await page.ask('PATCH', '/me', { avatarUrl: 'javascript:alert(1)' })).status).toBe(400);
    expect((await page.ask('PATCH', '/me', { role: 'agent', id: 'x' })).body.agent).toMatchObject({
      role: 'admin',
    });
  });

  it('changes the email and begins a second factor with the password alone, of which few may be tried', async () => {
    const w = createWorld();
    const page = await w.setUp();
    const thief = { ...page, email: 'thief@evil.example' };
    const changeTo = (password?: unknown) => page.ask('PATCH', '/me', { email: thief.email, password });
    const begin = (password?: unknown) => page.ask('POST', '/me/second-factor', { password });
    const without = [await changeTo(), await begin(), await page.ask('DELETE', '/me/second-factor', {})];
    for (const { status, body } of without)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('needs your password')]);
    for (const wrong of ['', ' ', 'wrong', PASSWORD.toUpperCase(), `${PASSWORD} `]) {
      expect([wrong, (await changeTo(wrong)).status]).toEqual([wrong, 403]);
      expect([wrong, (await begin(wrong)).status]).toEqual([wrong, 403]);
    }
    // Ten were tried: the session waits, and the agent signs in elsewhere.
    expect([(await changeTo(PASSWORD)).status, (await begin(PASSWORD)).status]).toEqual([429, 429]);
    const own = w.browser();
    expect((await w.signIn(own)).status).toBe(200);
    expect((await own.ask('PATCH', '/me', { email: ADA.email.toUpperCase(), name: 'Ada L.' })).status).toBe(
      200,
    );
    expect(
      (await own.ask('PATCH', '/me', { email: 'ada@new.example', password: PASSWORD })).body,
    ).toMatchObject({
      agent: { email: 'ada@new.example' },
    });
    expect((await own.ask('POST', '/me/second-factor', { password: PASSWORD })).status).toBe(200);
  });

  it.each([
    '            ',
    '\u00a0'.repeat(12),
    '\u3000\t\n '.repeat(3),
    '\u200b'.repeat(12),
    ' \u202e\u2066'.repeat(5),
  ])('takes no password of nothing but spaces, %j', async (next) => {
    const w = createWorld();
    const page = await w.setUp();
    expect((await page.ask('POST', '/me/password', { current: PASSWORD, next })).status).toBe(400);
    expect((await page.ask('POST', '/me/password', { current: PASSWORD, next: `${next}.` })).status).toBe(
      200,
    );
  });

  it('sets a new password with the current one, which ends the other sessions', async ({ w }) => {
    const [page, phone] = [await w.setUp(), w.browser()];
    await w.signIn(phone);
    const change = (current: string, next: string) => page.ask('POST', '/me/password', { current, next });
    expect((await change('wrong', 'another password')).status).toBe(403);
    expect((await change(PASSWORD, 'short')).status).toBe(400);
    expect((await change(PASSWORD, 'another password')).status).toBe(200);
    expect([(await page.ask('GET', '/session')).status, (await phone.ask('GET', '/session')).status]).toEqual(
      [200, 401],
    );
    expect((await w.signIn(phone)).status).toBe(401);
    expect((await w.signIn(phone, 'another password')).status).toBe(200);
  });

  it('who is the last admin keeps that role, and stays', async ({ w, page }) => {
    const path = `/agents/${page.agent.id}`;
    const password = PASSWORD;
    expect((await page.ask('PATCH', path, { role: 'agent', password })).status).toBe(409);
    expect((await page.ask('DELETE', path, { password })).status).toBe(409);
    await signInAgent(w.desk, { id: 'ben' }, w.now());
    expect((await page.ask('PATCH', '/agents/ben', { role: 'admin', password })).status).toBe(200);
    expect((await page.ask('PATCH', path, { role: 'agent', password })).status).toBe(200);
    expect((await page.ask('GET', '/audit')).status).toBe(403);
  });

  it('is changed by an admin who shows the own password, and no session resets its own account', async () => {
    const w = createWorld();
    const page = await w.setUp();
    await signInAgent(w.desk, { id: 'ben' }, w.now());
    const calls = [
      ['POST', '/agents/ben/reset', {}],
      ['PATCH', '/agents/ben', { role: 'admin' }],
      ['POST', '/invitations', { role: 'admin' }],
      ['DELETE', '/agents/ben', {}],
    ] as const;
    const statusesOf = async (more: object) => {
      const found = [];
      for (const [method, path, body] of calls)
        found.push((await page.ask(method, path, { ...body, ...more })).status);
      return found;
    };
    expect(await statusesOf({})).toEqual([400, 400, 400, 400]);
    expect(await statusesOf({ password: 'not this one' })).toEqual([403, 403, 403, 403]);
    const own = `/agents/${page.agent.id}/reset`;
    expect((await page.ask('POST', own, { password: PASSWORD })).status).toBe(409);
    expect((await page.ask('POST', '/invitations', { role: 'agent' })).status).toBe(201);
    expect(await statusesOf({ password: PASSWORD })).toEqual([200, 200, 201, 200]);
    for (let i = 0; i < 6; i++) await statusesOf({ password: 'not this one' });
    expect((await page.ask('DELETE', '/agents/ben', { password: PASSWORD })).status).toBe(429);
  });

  it('who was removed leaves a name, and may be invited again', async ({ w, page }) => {
    const ben = await signInAgent(w.desk, { id: 'ben', name: 'Ben', email: 'ben@shop.example' }, w.now());
    expect((await page.ask('DELETE', '/agents/ben', { password: PASSWORD })).status).toBe(200);
    expect((await ben.ask('GET', '/session')).status).toBe(401);
    const { agents } = (await page.ask('GET', '/agents')).body as { agents: { id: string }[] };
    expect(agents.find(({ id }) => id === 'ben')).toEqual({
      ...{ id: 'ben', name: 'Ben', email: '', role: 'agent', online: false, alerted: true },
      removedAt: w.now() / 1000,
    });
    const again = await invite(w, page, { role: 'agent', email: 'ben@shop.example' });
    expect((await again.join({})).status).toBe(200);
  });

  it('is online while an inbox of theirs is open and connected', async ({ w, page }) => {
    const live = await openLive(w.desk, (await page.ask('POST', '/tickets')).body.ticket as string);
    expect(live.subscribed?.successful).toBe(true);
    const online = async () =>
      ((await page.ask('GET', '/agents')).body.agents as { online: boolean }[]).map((one) => one.online);
    expect(await online()).toEqual([false]);
    await page.ask('POST', '/presence', { inbox: 'one' });
    expect(await online()).toEqual([true]);
    await page.ask('POST', '/presence', { inbox: 'one', away: true });
    expect(await online()).toEqual([false]);
  });
});

/** Subscribes to the list as an inbox does. */
const openLive = async (desk: MemoryDesk, ticket: string | undefined) => {
  const post = async (message: object): Promise<Reply | undefined> => {
    const response = await desk.fetch(
      new Request(`${desk.origin}/faye`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([message]),
      }),
    );
    return ((await response.json()) as Reply[])[0];
  };
  const clientId = (await post(HANDSHAKE))?.clientId;
  const subscribe = (subscription: string | string[], ext?: object) =>
    post({ channel: '/meta/subscribe', clientId, subscription, ext });
  return { subscribe, subscribed: await subscribe(AGENT_LIST_CHANNEL, { ticket }) };
};

describe('a ticket', () => {
  const REFUSED = { successful: false, error: '401::invalid_auth' };
  const ticketOf = async (agent: SignedInAgent) => String((await agent.call('POST', '/tickets')).ticket);

  it('opens the live channel once, and further channels of the same connection', async ({ w }) => {
    const agent = await signInAgent(w.desk, {}, w.now());
    const ticket = await ticketOf(agent);
    const live = await openLive(w.desk, ticket);
    expect(live.subscribed).toMatchObject({ successful: true });
    expect(await live.subscribe(['/desk/conversations/a', '/desk/agents'])).toMatchObject({
      successful: true,
    });
    expect((await openLive(w.desk, ticket)).subscribed).toMatchObject(REFUSED);
    expect((await openLive(w.desk, undefined)).subscribed).toMatchObject(REFUSED);
  });

  it('is over after 60 seconds, with its session, and with its key', async ({ w }) => {
    const admin = await signInAgent(w.desk, { role: 'admin' }, w.now());
    const late = await ticketOf(admin);
    w.wait(60_000);
    expect((await openLive(w.desk, late)).subscribed).toMatchObject(REFUSED);
    const ben = await signInAgent(w.desk, { id: 'ben' }, w.now());
    const ended = await ticketOf(ben);
    await ben.call('POST', '/sign-out');
    expect((await openLive(w.desk, ended)).subscribed).toMatchObject(REFUSED);
    const ofKey = (await w.desk.agent.call('POST', '/tickets')) as { ticket: string };
    await admin.call('DELETE', '/api-keys/AGENT_TOKEN');
    expect((await openLive(w.desk, ofKey.ticket)).subscribed).toMatchObject(REFUSED);
  });

  it.each([
    ['a sign-out', (_w: World, _admin: SignedInAgent, ben: SignedInAgent) => ben.call('POST', '/sign-out')],
    [
      'the end of the session elsewhere',
      async (w: World, _admin: SignedInAgent, ben: SignedInAgent) => {
        const other = await signInAgent(w.desk, { id: 'ben' }, w.now());
        await other.call('DELETE', `/me/sessions/${ben.sessionId}`);
      },
    ],
    ['a removal', (_w: World, admin: SignedInAgent) => admin.call('DELETE', '/agents/ben')],
  ] as const)('gives no more than its session has: %s ends the connection', async (_name, end) => {
    const w = createWorld();
    const admin = await signInAgent(w.desk, { role: 'admin' }, w.now());
    const ben = await signInAgent(w.desk, { id: 'ben' }, w.now());
    const [live, kept] = [
      await openLive(w.desk, await ticketOf(ben)),
      await openLive(w.desk, await ticketOf(admin)),
    ];
    await end(w, admin, ben);
    expect(await live.subscribe('/desk/conversations/a')).toMatchObject({ successful: false });
    expect(await kept.subscribe('/desk/conversations/a')).toMatchObject({ successful: true });
  });

  it('of a key ends with the key, and is refused to keys without conversations', async ({ w }) => {
    const admin = await signInAgent(w.desk, { role: 'admin' }, w.now());
    const { ticket } = (await w.desk.agent.call('POST', '/tickets')) as { ticket: string };
    const live = await openLive(w.desk, ticket);
    await admin.call('DELETE', '/api-keys/AGENT_TOKEN');
    expect(await live.subscribe('/desk/conversations/a')).toMatchObject({ successful: false });
  });
});

describe('who did what', () => {
  it('comes from the session, whatever the body says', async ({ w }) => {
    const visitor = await createMemoryVisitor(w.desk);
    const path = `/conversations/${visitor.conversationId}`;
    const face = { name: 'Ben', avatarUrl: 'https://shop.example/ben.png' };
    const ben = await signInAgent(w.desk, { id: 'ben', ...face }, w.now());
    const forged = {
      name: 'Ada',
      avatarUrl: 'https://evil.example/a.png',
      authorId: 'ada',
      authorSubtypes: ['AI'],
    };
    const { messages } = await ben.call('POST', `${path}/messages`, { text: 'Hi', ...forged });
    const [message] = messages as Record<string, unknown>[];
    expect(message).toMatchObject({ text: 'Hi', ...face, authorId: 'ben' });
    expect(message).not.toHaveProperty('authorSubtypes');
    const { conversation } = await ben.call('POST', `${path}/assign`, forged);
    expect(conversation).toMatchObject({ assignee: 'Ben' });
    w.wait(1000);
    await ben.call('POST', `${path}/close`);
    w.wait(1000);
    await ben.call('POST', `${path}/messages`, { text: 'One more thing' });
    const { happenings } = await ben.call('GET', `${path}/changes`);
    const by = { kind: 'agent', id: 'ben', name: 'Ben' };
    expect((happenings as Record<string, unknown>[]).map(({ what, by }) => [what, by])).toEqual([
      ['reopened', by],
      ['closed', by],
      ['assigned', by],
    ]);
    const reply = { shortcut: 'hi', text: 'Hello', name: 'Ada' };
    expect((await ben.call('POST', '/saved-replies', reply)).reply).toMatchObject({ author: 'Ben' });
    const admin = await signInAgent(w.desk, { id: 'cleo', name: 'Cleo', role: 'admin' }, w.now());
    const saved = await admin.call('POST', '/settings', {
      base: 0,
      value: { messenger: { title: 'A' } },
      name: 'Ada',
    });
    expect(saved.author).toBe('Cleo');
  });

  it('is what a key says of itself, and otherwise the team', async ({ w }) => {
    const visitor = await createMemoryVisitor(w.desk);
    expect(await w.desk.agent.send(visitor.conversationId, { text: 'Hi', name: 'Bot' })).toMatchObject({
      name: 'Bot',
    });
    expect(await w.desk.agent.send(visitor.conversationId, { text: 'Hi' })).toMatchObject({
      name: 'Support',
    });
  });

  it('is in the audit log, with the change or not at all', async ({ w }) => {
    const visitor = await createMemoryVisitor(w.desk);
    const page = await w.setUp();
    const { ask } = page;
    const path = `/conversations/${visitor.conversationId}`;
    for (const [method, to, body] of [
      ['POST', `${path}/assign`, {}],
      ['POST', `${path}/assign`, {}],
      ['POST', `${path}/queue`, {}],
      ['POST', `${path}/close`, {}],
      ['POST', `${path}/close`, {}],
      ['POST', `${path}/reopen`, {}],
      ['POST', '/settings', { base: 0, value: { messenger: { title: 'A' } } }],
      ['POST', '/settings', { base: 7, value: { messenger: { title: 'B' } } }],
      ['POST', '/settings/restore', { base: 1, version: 0 }],
      ['POST', '/signing-keys', { name: 'k' }],
      ['POST', '/email-links/rotate', {}],
      ['POST', '/api-keys', { name: 'A bot', scopes: ['insights', 'conversations'] }],
      ['POST', '/invitations', { role: 'agent', email: 'b@shop.example' }],
      ['POST', `/users/${visitor.id}/expire-sessions`, {}],
      ['GET', `/users/${visitor.id}/export`],
      ['DELETE', `/users/${visitor.id}`],
      ['DELETE', `/users/${visitor.id}`],
    ] as const)
      await ask(method, to, body);
    const entries = (await auditOf(ask)).reverse();
    const actor = { kind: 'agent', id: page.agent.id, name: 'Ada' };
    for (const entry of entries) expect(entry.actor).toEqual(actor);
    expect(entries.map(({ action, detail }) => (detail ? `${action}: ${detail}` : action))).toEqual([
      'agent-joined: admin',
      'conversation-assigned: Ada',
      'conversation-queued',
      'conversation-closed',
      'conversation-reopened',
      'settings-saved',
      'settings-restored: version 0',
      'signing-key-made',
      'email-links-ended',
      'key-made: conversations, insights',
      'invitation-made: agent',
      'visitor-sessions-ended',
      'visitor-exported',
      'visitor-deleted',
    ]);
    const changes = entries.flatMap((entry) => entry.changes?.map((change) => [entry.action, change]) ?? []);
    expect(changes).toEqual([
      ['conversation-assigned', { what: 'assignee', to: 'Ada' }],
      ['conversation-queued', { what: 'assignee', from: 'Ada' }],
      ['settings-saved', { what: 'messenger/title', to: 'A' }],
      ['settings-restored', { what: 'messenger/title', from: 'A' }],
    ]);
    // Of a visitor who was deleted, nothing but the id is left.
    expect(JSON.stringify(entries)).not.toMatch(/Firefox|currentUrl/);
  });

  it('is read in pages, and exported as CSV that no spreadsheet calculates', async ({ page }) => {
    for (const name of [
      '=HYPERLINK("https://evil.example")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      'a "b", c',
    ])
      await page.ask('POST', '/signing-keys', { name });
    const first = (await page.ask('GET', '/audit?limit=3')).body as { entries: AuditEntry[]; next?: string };
    expect(first.entries).toHaveLength(3);
    const rest = (await page.ask('GET', `/audit?before=${first.next}`)).body as {
      entries: AuditEntry[];
      next?: string;
    };
    expect([...first.entries, ...rest.entries].map(({ id }) => Number(id))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(rest.next).toBeUndefined();
    const { text } = (await page.ask('GET', '/audit.csv')).body as { text: string };
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(9);
    const fields = lines.flatMap((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = '']) => field),
    );
    expect(fields.filter((field) => /^\s*[=+\-@]/.test(field))).toEqual([]);
    expect(text).toContain('"\'=HYPERLINK(""https://evil.example"")"');
    expect(text).toContain('"a ""b"", c"');
  });
});

describe('a demo', () => {
  it('signs its agents in in browsers that have opened the printed link, and says so in others', async () => {
    const w = createWorld({ origin: 'http://localhost:8080', app: DEMO });
    await makeDemoAgents({ store: w.desk.store, now: w.now });
    const [page, stranger] = [w.browser(), w.browser()];
    const links = {
      '': undefined,
      '?demo=': stranger,
      '?demo=wrong': stranger,
      [`?demo=${DEMO.demoSecret}`]: page,
    };
    for (const [query, by] of Object.entries(links)) {
      const opened = await w.desk.fetch(
        new Request(`${w.desk.origin}/agent/${query}`, { headers: { host: 'localhost:8080' } }),
      );
      expect(opened.headers.get('location')).toBe(by ? './' : null);
      for (const cookie of opened.headers.getSetCookie()) {
        expect(cookie).toMatch(
          /^porch_demo_8080=[^;]+; Max-Age=\d+; Path=\/agent; HttpOnly; SameSite=Strict$/,
        );
        by?.keep(cookie);
      }
    }
    const local = { host: 'localhost:8080' };
    expect((await page.ask('GET', '/sign-in', undefined, local)).body).toMatchObject({
      demo: ['Ada', 'Ben'],
      needsDemoLink: false,
    });
    expect((await stranger.ask('GET', '/sign-in', undefined, local)).body).toMatchObject({
      demo: [],
      needsDemoLink: true,
    });
    const refused = await stranger.ask('POST', '/demo-sign-in', { name: 'Ada' }, local);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      403,
      expect.stringContaining('its terminal'),
    ]);
    expect((await page.ask('POST', '/demo-sign-in', { name: 'Eve' }, local)).status).toBe(400);
    expect((await page.ask('POST', '/demo-sign-in', { name: 'Ada' }, local)).status).toBe(200);
    expect((await page.ask('GET', '/session', undefined, local)).body).toMatchObject({
      agent: { name: 'Ada', role: 'admin' },
    });
  });

  it('leaves nothing that lets anybody in, and touches nothing of others', async () => {
    const w = createWorld({ origin: 'http://localhost', app: DEMO });
    const admin = await w.setUp();
    await makeDemoAgents({ store: w.desk.store, now: w.now });
    const demo = w.browser();
    demo.keep(`porch_demo=${DEMO.demoSecret}`);
    await demo.ask('POST', '/demo-sign-in', { name: 'Ada' });
    const keyBy = async (page: { ask: typeof demo.ask }, name: string) =>
      String((await page.ask('POST', '/api-keys', { name, scopes: ['settings'] })).body.secret);
    const [demos, own] = [await keyBy(demo, 'of the demo'), await keyBy(admin, 'of the admin')];
    const tokenBy = async (page: { ask: typeof demo.ask }, path: string, body: object) =>
      String((await page.ask('POST', path, body)).body.link).split('#link=')[1];
    const links = [
      await tokenBy(demo, '/invitations', { role: 'admin' }),
      await tokenBy(demo, '/agents/demo-ben/reset', {}),
      await tokenBy(demo, `/agents/${admin.agent.id}/reset`, {}),
    ];
    const invited = await tokenBy(admin, '/invitations', { role: 'agent' });
    const byKey = async (key: string) =>
      (await w.browser().ask('GET', '/settings', undefined, { authorization: `Bearer ${key}` })).status;
    const byLink = async (token = '') => (await w.browser().ask('GET', `/link/${token}`)).status;
    expect([await byKey(demos), await byKey(own)]).toEqual([200, 200]);

    const said: string[] = [];
    const ids = { newId: crypto.randomUUID.bind(crypto), newToken: crypto.randomUUID.bind(crypto) };
    const start = (isDemo: boolean) =>
      prepareAccounts(
        { ...ids, store: w.desk.store, now: w.now },
        { demo: isDemo, say: (line) => void said.push(line) },
      );
    await start(true);
    expect([await byKey(demos), said]).toEqual([200, []]);
    await start(false);
    expect([await byKey(demos), await byKey(own)]).toEqual([401, 200]);
    expect(said).toEqual([expect.stringContaining('made in the demo')]);
    expect(await Promise.all([...links, invited].map(byLink))).toEqual([404, 404, 404, 200]);
    expect((await demo.ask('GET', '/session')).status).toBe(401);
    expect((await admin.ask('GET', '/session')).status).toBe(200);
    expect((await auditOf(admin.ask))[0]).toMatchObject({
      actor: { kind: 'desk' },
      action: 'key-removed',
      target: { name: 'of the demo' },
    });
    // A later start has nothing more to do, and a later demo brings nothing back.
    await start(false);
    await start(true);
    expect([await byKey(demos), said.length]).toEqual([401, 1]);
  });

  it('has no agents where others reach the desk', async () => {
    const w = createWorld({ app: { demo: true, demoSecret: DEMO.demoSecret } });
    expect((await w.browser().ask('POST', '/demo-sign-in', { name: 'Ada' })).status).toBe(404);
  });
});
