import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../examples/support-desk/server/domain/accounts/passwords';
import { LIMITS } from '../../examples/support-desk/server/limits/table';
import { hashToken } from '../../examples/support-desk/server/model/tokens';
import type { Invitation, InvitationAnswer } from '../../examples/support-desk/shared/answers/accounts';
import type { AuditEntry } from '../../examples/support-desk/shared/answers/audit';
import type { FirstRunAnswer } from '../../examples/support-desk/shared/answers/firstRun';
import { type Desk, startDesk } from '../support/desk';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { mailSettings, startMailServer } from '../support/mailServer';
import { askWithCookie, signInAgent } from '../support/signInAgent';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD = 'correct horse battery';
const NEXT = 'another horse battery';
const PUBLIC = 'http://desk.example';
const inTurn = <T>(_: string, work: () => Promise<T>) => work();

/** What a browser does at the desk's public address. */
const browserAt = (desk: Desk, cookie = '') => {
  const jar = new Map<string, string>();
  const fetchThere = (request: Request) =>
    fetch(new Request(request.url.replace(PUBLIC, desk.origin), request));
  return async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const cookies = [cookie, ...[...jar].map(([name, value]) => `${name}=${value}`)].filter(Boolean);
    const place = { origin: PUBLIC, store: desk.store, fetch: fetchThere };
    const response = await askWithCookie(place, cookies.join('; '))(method, path, body, headers);
    for (const one of response.headers.getSetCookie()) {
      const [name = '', value = ''] = one.split(';')[0]?.split('=') ?? [];
      if (/max-age=0/i.test(one)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
};
type Ask = ReturnType<typeof browserAt>;

describe.each(ENGINES)('a desk with email, on %s', async (_name, engine) => {
  let time = 1_800_000_000_000;
  const mail = await forThisFile(startMailServer());
  const settings = { email: mailSettings(mail.url), agent: { name: 'Shoe <shop>' } };
  const desk = await forThisFile(startDesk({ ...engine, now: () => time, settings, publicUrl: PUBLIC }));
  const passwordHash = await hashPassword({ inTurn }, PASSWORD);
  let admin: Ask;
  let number = 0;
  beforeEach(async () => {
    time += 2 * DAY;
    mail.refuse = false;
    mail.received.length = 0;
    const ada = await signInAgent(
      { store: desk.store, origin: PUBLIC },
      { name: 'Ada', role: 'admin' },
      time,
    );
    admin = browserAt(desk, ada.cookie);
  });

  const someone = async (fields = {}) => {
    const email = `someone-${++number}@shop.example`;
    const agent = await signInAgent(
      { store: desk.store, origin: PUBLIC },
      { id: `someone-${number}`, email, passwordHash, ...fields },
      time,
    );
    return { ...agent, email, page: browserAt(desk, agent.cookie) };
  };
  const mailTo = async (address: string, count = 1) => {
    const found = () => mail.received.filter(({ to }) => to.includes(address));
    await expect.poll(() => found().length).toBe(count);
    return found().at(-1);
  };
  const tokenIn = (text = ''): string => /http:\/\/desk\.example\/agent#link=([\w-]+)/.exec(text)?.[1] ?? '';
  const forget = (email: string, headers?: Record<string, string>) =>
    browserAt(desk)('POST', '/forgotten-password', { email }, headers);
  const forgotten = async (email: string, count = 1) => {
    await forget(email);
    return tokenIn((await mailTo(email, count))?.text);
  };
  const use = (token: string, body: object, page = browserAt(desk)) => page('POST', `/link/${token}`, body);
  const audit = async () => (await admin('GET', '/audit')).body.entries as AuditEntry[];

  describe('invitations', () => {
    const invite = async (body: object) => {
      const { status, body: made } = await admin('POST', '/invitations', { role: 'agent', ...body });
      expect(status, JSON.stringify(made)).toBe(201);
      return made as InvitationAnswer;
    };
    const listed = async (id: string) => {
      const { invitations } = (await admin('GET', '/invitations')).body as { invitations: Invitation[] };
      return invitations.find((one) => one.id === id);
    };

    it('are sent, with a link that the admin can copy too, and say so', async () => {
      const { link, invitation } = await invite({ email: 'Cleo@shop.example', name: 'Cleo' });
      expect(invitation.mail?.state).toBe('sending');
      const received = await mailTo('cleo@shop.example');
      expect(received?.from).toBe('help@shop.example');
      expect(received?.headers).toMatch(/Auto-Submitted: auto-generated/);
      expect(received?.headers).toContain('X-Porch-Mail: account');
      expect(received?.text).toContain('Ada invites you to answer visitors of Shoe <shop>.');
      expect(received?.text).toContain(link);
      expect(received?.html).toContain('Shoe &#60;shop&#62;');
      expect(received?.html).toContain(`<a href="${link}">Join the team</a>`);
      await expect.poll(async () => (await listed(invitation.id))?.mail?.state).toBe('sent');
      const token = tokenIn(link);
      expect((await browserAt(desk)('GET', `/link/${token}`)).body).toMatchObject({
        kind: 'invitation',
        email: 'cleo@shop.example',
        name: 'Cleo',
      });
      const joining = () => use(token, { name: 'Cleo', password: PASSWORD });
      const both = (await Promise.all([joining(), joining()])).map(({ status }) => status);
      expect(both.sort()).toEqual([200, 404]);
      expect(await listed(invitation.id)).toBeUndefined();
    });

    it('send nothing without an address', async () => {
      const { invitation } = await invite({});
      expect(invitation.mail).toBeUndefined();
      await invite({ email: 'later@shop.example' });
      await mailTo('later@shop.example');
      expect(mail.received).toHaveLength(1);
    });

    it('show why an email was not sent, and are sent again with a new link', async () => {
      mail.refuse = true;
      mail.code = 550;
      const { link, invitation } = await invite({ email: 'dan@shop.example' });
      const refused = { state: 'failed', problem: 'refused' };
      await expect.poll(async () => (await listed(invitation.id))?.mail).toMatchObject(refused);
      mail.refuse = false;
      const again = await admin('POST', `/invitations/${invitation.id}/renew`, {});
      expect(again.status).toBe(200);
      expect(tokenIn((await mailTo('dan@shop.example'))?.text)).toBe(tokenIn(again.body.link));
      expect((await browserAt(desk)('GET', `/link/${tokenIn(link)}`)).status).toBe(404);
      expect((await use(tokenIn(again.body.link), { name: 'Dan', password: PASSWORD })).status).toBe(200);
      expect((await audit()).map(({ action }) => action)).toContain('invitation-renewed');
    });

    it('end when they expire or are withdrawn, and can be renewed for 30 days', async () => {
      const [late, gone] = [await invite({ email: 'late@shop.example' }), await invite({})];
      expect((await admin('DELETE', `/invitations/${gone.invitation.id}`)).status).toBe(200);
      expect((await use(tokenIn(gone.link), { name: 'Eve', password: PASSWORD })).status).toBe(404);
      time += 7 * DAY;
      await desk.upkeep();
      expect((await use(tokenIn(late.link), { name: 'Late', password: PASSWORD })).status).toBe(404);
      expect((await listed(late.invitation.id))?.email).toBe('late@shop.example');
      const { body } = await admin('POST', `/invitations/${late.invitation.id}/renew`, {});
      expect((await browserAt(desk)('GET', `/link/${tokenIn(body.link)}`)).status).toBe(200);
      time += 38 * DAY;
      const again = await signInAgent({ store: desk.store, origin: PUBLIC }, { role: 'admin' }, time);
      admin = browserAt(desk, again.cookie);
      expect(await listed(late.invitation.id)).toBeUndefined();
      expect((await admin('POST', `/invitations/${late.invitation.id}/renew`, {})).status).toBe(404);
    });

    it('of an admin are renewed only with the password', async () => {
      const root = await someone({ role: 'admin' });
      const wanted = { role: 'admin', email: 'boss@shop.example', password: PASSWORD };
      const { body } = await root.page('POST', '/invitations', wanted);
      const renew = (password?: string) =>
        root.page('POST', `/invitations/${body.invitation.id}/renew`, { password });
      expect([(await renew()).status, (await renew('wrong')).status]).toEqual([400, 403]);
      expect((await renew(PASSWORD)).status).toBe(200);
    });

    it('send an address only some emails in an hour, and say so', async () => {
      const { invitation } = await invite({ email: 'many@shop.example' });
      const { points } = LIMITS.invitationMails;
      for (let sent = 1; sent <= points; sent++) {
        await mailTo('many@shop.example', sent);
        await admin('POST', `/invitations/${invitation.id}/renew`, {});
      }
      const limited = { state: 'failed', problem: 'limit' };
      await expect.poll(async () => (await listed(invitation.id))?.mail).toMatchObject(limited);
      expect(mail.received.filter(({ to }) => to.includes('many@shop.example'))).toHaveLength(points);
    });

    it.each([
      'a@b.example\r\nBcc: eve@evil.example',
      'a@b.example, eve@evil.example',
      'Eve <eve@evil.example>',
      'a@b.example\u202emoc',
    ])('take no address like %j', async (email) => {
      expect((await admin('POST', '/invitations', { role: 'agent', email })).status).toBe(400);
    });

    it('put a hostile name on one line, without turning the text', async () => {
      const name = 'Ada\r\nBcc: eve@evil.example\u202e\u2066 <b>';
      const eve = await signInAgent(
        { store: desk.store, origin: PUBLIC },
        { id: 'hostile', name, role: 'admin' },
        time,
      );
      await browserAt(desk, eve.cookie)('POST', '/invitations', { role: 'agent', email: 'fay@shop.example' });
      const received = await mailTo('fay@shop.example');
      expect(received?.to).toEqual(['fay@shop.example']);
      expect(received?.headers).not.toMatch(/^Bcc:/m);
      expect(received?.text).toMatch(/^Ada Bcc: eve@evil\.example <b> invites you/);
      expect(received?.html).not.toContain('<b>');
    });
  });

  describe('a forgotten password', () => {
    it('is set by a link that works once, for an hour, and ends all sessions', async () => {
      const ben = await someone();
      expect((await browserAt(desk)('GET', '/sign-in')).body.mailsLinks).toBe(true);
      const [first, second] = [await forgotten(ben.email), await forgotten(ben.email, 2)];
      const received = mail.received[0];
      expect(received?.headers).toMatch(/Auto-Submitted: auto-generated/);
      expect(received?.text).toContain('Somebody asked for a new password for your account at Shoe <shop>.');
      const phone = browserAt(desk);
      expect((await phone('GET', `/link/${first}`)).body).toMatchObject({ kind: 'forgotten' });
      expect((await use(first, { password: 'short' })).status).toBe(400);
      const twice = await Promise.all([
        use(first, { password: NEXT }, phone),
        use(first, { password: NEXT }),
      ]);
      expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect((await ben.page('GET', '/session')).status).toBe(401);
      expect((await use(second, { password: PASSWORD })).status).toBe(404);
      const signIn = (password: string) =>
        browserAt(desk)('POST', '/sign-in', { email: ben.email, password });
      expect([(await signIn(PASSWORD)).status, (await signIn(NEXT)).status]).toEqual([401, 200]);
      expect(await audit()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            action: 'password-forgotten',
            actor: expect.objectContaining({ kind: 'desk' }),
            target: expect.objectContaining({ id: ben.id }),
          }),
          expect.objectContaining({ action: 'password-changed', detail: 'by a link in an email' }),
        ]),
      );
      const late = await forgotten(ben.email, 3);
      time += HOUR;
      expect((await use(late, { password: PASSWORD })).status).toBe(404);
    });

    it('answers the same to everybody, and mails only an agent', async () => {
      const [known, gone] = [await someone(), await someone()];
      expect((await admin('DELETE', `/agents/${gone.id}`, {})).status).toBe(200);
      const entries = (await audit()).length;
      const answers = [];
      for (const email of [known.email, gone.email, 'nobody@shop.example', '', 'no address', '\u202e'])
        answers.push(await forget(email));
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 200, body: {} });
      await mailTo(known.email);
      expect(mail.received).toHaveLength(1);
      expect((await audit()).length).toBe(entries + 1);
    });

    it('does not wait for the mail server', async () => {
      const ben = await someone();
      mail.refuse = true;
      mail.code = 451;
      expect((await forget(ben.email)).status).toBe(200);
      await expect.poll(() => mail.refused).toBeGreaterThan(0);
    });

    it('leaves the second factor, and asks for it', async () => {
      const secret = new Secret({ size: 20 });
      const secondFactor = { secret: secret.base32, confirmed: true, recoveryHashes: [], lastStep: 0 };
      const ben = await someone({ secondFactor });
      const token = await forgotten(ben.email);
      const phone = browserAt(desk);
      expect((await use(token, { password: NEXT }, phone)).body).toEqual({ secondFactor: true });
      expect((await phone('GET', '/session')).status).toBe(401);
      expect((await phone('POST', '/sign-in/code', { code: '000000' })).status).toBe(401);
      const code = new TOTP({ secret }).generate({ timestamp: time });
      expect((await phone('POST', '/sign-in/code', { code })).status).toBe(200);
      expect((await phone('GET', '/session')).body.agent).toMatchObject({ hasSecondFactor: true });
    });

    it.each<[string, (ben: Awaited<ReturnType<typeof someone>>) => Promise<unknown>]>([
      ['the password changes', ({ page }) => page('POST', '/me/password', { current: PASSWORD, next: NEXT })],
      [
        'the address changes',
        ({ page, id }) => page('PATCH', '/me', { email: `new-${id}@shop.example`, password: PASSWORD }),
      ],
      ['the agent is removed', ({ id }) => admin('DELETE', `/agents/${id}`, {})],
      ['an admin makes a link', ({ id }) => admin('POST', `/agents/${id}/reset`, {})],
    ])('has links that end when %s', async (_what, act) => {
      const ben = await someone();
      const token = await forgotten(ben.email);
      expect(await act(ben)).toMatchObject({ status: 200 });
      expect((await use(token, { password: 'stolen horse battery' })).status).toBe(404);
    });

    it('sends an agent only some emails in an hour, and hears an address only so often', async () => {
      const ben = await someone();
      const { points } = LIMITS.passwordMails;
      for (let sent = 1; sent <= points; sent++) await forgotten(ben.email, sent);
      expect((await forget(ben.email)).status).toBe(200);
      const other = await someone();
      await forgotten(other.email);
      expect(mail.received.filter(({ to }) => to.includes(ben.email))).toHaveLength(points);
      const from = { 'x-forwarded-for': '203.0.113.7' };
      for (let asked = 0; asked < LIMITS.passwordRequests.points; asked++)
        expect((await forget('nobody@shop.example', from)).status).toBe(200);
      expect((await forget('nobody@shop.example', from)).status).toBe(429);
      expect((await forget('nobody@shop.example', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
    });

    it('cannot be asked for by another site', async () => {
      expect((await forget('a@shop.example', { origin: 'https://evil.example' })).status).toBe(403);
    });

    it('stores no token', async () => {
      const ben = await someone();
      const token = await forgotten(ben.email);
      const link = await desk.store.agentLinkByHash(hashToken(token), time);
      expect(link).toMatchObject({ kind: 'forgotten', agentId: ben.id, email: ben.email });
      expect(JSON.stringify(link)).not.toContain(token);
    });
  });
});

describe.each(ENGINES)('the first run, on %s', async (_name, engine) => {
  let time = 1_800_000_000_000;
  const settings = { origins: ['https://shop.example'] };
  const desk = await forThisFile(startDesk({ ...engine, now: () => time, settings, publicUrl: PUBLIC }));
  const ada = await signInAgent({ store: desk.store, origin: PUBLIC }, { role: 'admin' }, time);
  const admin = browserAt(desk, ada.cookie);
  const firstRun = async () => (await admin('GET', '/first-run')).body as FirstRunAnswer;
  const get = (path: string, headers: Record<string, string>) => fetch(desk.origin + path, { headers });
  const seen = async (origin: string) => (await firstRun()).sites.find((site) => site.origin === origin);

  it('knows what is done, and is hidden for all admins', async () => {
    expect(await firstRun()).toEqual({
      tag: `<script async src="${PUBLIC}/porch/porch.now.js"></script>`,
      sites: [],
      origins: ['https://shop.example'],
      hasTeam: false,
      hasHours: false,
      hasAway: false,
      hasLook: false,
      hasConversations: false,
      hidden: false,
    });
    const value = {
      messenger: { title: 'Shoes' },
      hours: { enabled: true, message: { enabled: true } },
    };
    expect((await admin('POST', '/settings', { value, base: 0 })).status).toBe(200);
    await admin('POST', '/invitations', { role: 'agent' });
    expect((await admin('POST', '/first-run/hide', {})).status).toBe(200);
    const other = browserAt(
      desk,
      (await signInAgent({ store: desk.store, origin: PUBLIC }, { role: 'admin' }, time)).cookie,
    );
    expect((await other('GET', '/first-run')).body).toMatchObject({
      hasTeam: true,
      hasHours: true,
      hasAway: true,
      hasLook: true,
      hidden: true,
    });
  });

  it('sees which site has the tag, by its origin alone, and when', async () => {
    await get('/porch/porch.now.js', { referer: 'https://shop.example/cart?customer=7' });
    const at = time / 1000;
    await expect
      .poll(() => seen('https://shop.example'))
      .toEqual({
        origin: 'https://shop.example',
        own: false,
        loadedAt: at,
        takenAt: at,
      });
    expect(await desk.store.deskNote('sites')).not.toContain('cart');
  });

  it('tells a site that the settings refuse from one that only fetched the script', async () => {
    await get('/porch/porch.js', { referer: 'https://csp.example/' });
    await get('/embeddable/config', { origin: 'https://other.example' });
    await expect.poll(() => seen('https://csp.example')).toMatchObject({ loadedAt: time / 1000 });
    expect(await seen('https://csp.example')).not.toHaveProperty('takenAt');
    await expect.poll(() => seen('https://other.example')).toMatchObject({ refusedAt: time / 1000 });
    await get('/embeddable/config', { referer: `${PUBLIC}/` });
    await expect.poll(() => seen(PUBLIC)).toMatchObject({ own: true, takenAt: time / 1000 });
  });

  it('notes a site once a minute, and at most twenty, for thirty days', async () => {
    for (const name of ['null', 'file:///C:/page.html', 'no origin', `https://${'a'.repeat(300)}.example`])
      await get('/embeddable/config', { origin: name });
    time += 60_000;
    for (let n = 0; n < 25; n++) await get('/embeddable/config', { origin: `https://s${n}.example` });
    await expect.poll(() => seen('https://s24.example')).toBeDefined();
    const { sites } = await firstRun();
    expect(sites).toHaveLength(20);
    expect(sites.every(({ origin }) => /^https:\/\/s\d+\.example$/.test(origin))).toBe(true);
    const first = time;
    time += 59_000;
    await get('/embeddable/config', { origin: 'https://s24.example' });
    time += 1000;
    await get('/embeddable/config', { origin: 'https://s23.example' });
    await expect.poll(() => seen('https://s23.example')).toMatchObject({ refusedAt: time / 1000 });
    expect(await seen('https://s24.example')).toMatchObject({ refusedAt: first / 1000 });
    time += 30 * DAY;
    const later = browserAt(
      desk,
      (await signInAgent({ store: desk.store, origin: PUBLIC }, { role: 'admin' }, time)).cookie,
    );
    expect((await later('GET', '/first-run')).body.sites).toEqual([]);
  });

  it('sends no links without a mail server', async () => {
    const page = browserAt(desk);
    expect((await page('GET', '/sign-in')).body.mailsLinks).toBe(false);
    expect((await page('POST', '/forgotten-password', { email: 'a@shop.example' })).status).toBe(404);
  });
});
