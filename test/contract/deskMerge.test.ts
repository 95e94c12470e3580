import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  AgentMergeAnswer,
  AgentPeopleAnswer,
  AgentPersonAnswer,
} from '../../examples/support-desk/shared/answers/people';
import { startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { signJwt } from '../support/jwt';

const PROVEN = '2 proven';

describe.each(ENGINES)('two visitors of one person, merged by an agent, on %s', async (_name, engine) => {
  const desk = await forThisFile(startDesk(engine));
  const call = agent(desk);
  const { signingKey } = (await call('POST', '/signing-keys', { name: 'tests' })).body;

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, `/users/${path}`, body);
    return {
      status: answer.status,
      error: answer.body.error,
      ...(answer.body as unknown as AgentPersonAnswer),
    };
  };
  const look = async (one: Visitor, other: Visitor) =>
    (await call('GET', `/users/${one.id}/merge/${other.id}`)).body as unknown as AgentMergeAnswer;
  const merge = (one: Visitor, other: Visitor) => ask('POST', `${one.id}/merge`, { with: other.id });
  const separate = (one: Visitor, other: Visitor) => ask('DELETE', `${one.id}/merge/${other.id}`);
  /** Who writes from a browser without an account. */
  const someone = async (text = 'Hello', properties: Record<string, unknown> = {}): Promise<Visitor> => {
    const visitor = await createVisitor(desk, { properties });
    await sendText(visitor, text);
    return visitor;
  };
  const jwtOf = (externalId: string, claims: Record<string, unknown> = {}) =>
    signJwt(signingKey, { external_id: externalId, ...claims });
  const logIn = (jwt: string, body: Record<string, unknown> = {}) =>
    signedIn(desk, `Bearer ${jwt}`)('POST', '/login', body);
  /** Who has signed in, with a conversation. */
  const known = async (claims: Record<string, unknown> = {}): Promise<Visitor> => {
    const jwt = jwtOf(crypto.randomUUID(), claims);
    const { appUser } = (await logIn(jwt)).body;
    const own = signedIn(desk, `Bearer ${jwt}`);
    const begun = await own('POST', `/appusers/${appUser._id}/conversations`, { type: 'personal' });
    const visitor = {
      id: appUser._id,
      sessionToken: jwt,
      conversationId: begun.body.conversation._id,
      call: own,
    };
    await sendText(visitor, PROVEN);
    return visitor;
  };
  const rowOf = async ({ conversationId }: Visitor) =>
    (await call('GET', `/conversations/${conversationId}`)).body.conversation;
  const listedFor = async (id: string) =>
    (await call('GET', `/users/${id}/conversations`)).body.conversations.map(({ _id }) => _id).sort();
  const ownOf = async (visitor: Visitor) =>
    (await visitor.call('GET', `/appusers/${visitor.id}/conversations`)).body.conversations.map(
      ({ _id }) => _id,
    );
  const found = async (words: string) =>
    ((await call('GET', `/users?search=${words}`)).body as unknown as AgentPeopleAnswer).people;

  it('are shown before, and are one person for agents afterwards', async () => {
    const account = await known({ name: 'Mara Lind', email: 'mara@boats.example', email_verified: true });
    const browser = await someone('Where is my canoe?', { name: 'marra', phone: '030 77', plan: 'gold' });
    await ask('POST', `${browser.id}/notes`, { text: 'Wants a red one' });
    await ask('POST', `${account.id}/notes`, { text: 'Pays late' });
    const before = await look(browser, account);
    expect(before).toMatchObject({
      kept: { person: { displayName: 'Mara Lind' }, conversations: 1, notes: 1 },
      other: { person: { displayName: 'marra', phone: '030 77' }, conversations: 1, notes: 1, browsers: 1 },
    });
    expect(before.refused).toBeUndefined();
    const live = await listenAsAgent(desk);
    const merged = await merge(browser, account);
    expect(merged).toMatchObject({
      status: 200,
      person: { displayName: 'Mara Lind', visitor: { appUserId: account.id } },
      merged: [{ by: 'AGENT_TOKEN', person: { displayName: 'marra', phone: '030 77' } }],
      changes: [{ field: 'merged', to: 'marra' }],
    });
    expect(merged.merged[0]?.person.visitor.properties).toContainEqual({ name: 'plan', value: 'gold' });
    const [told] = await live.until(1);
    expect(told).toMatchObject({
      conversation: { displayName: 'Mara Lind' },
      change: { what: 'merged', assignee: 'marra', by: { name: 'AGENT_TOKEN' } },
    });
    await live.stop();
    expect(await rowOf(browser)).toMatchObject({
      displayName: 'Mara Lind',
      visitor: {
        appUserId: account.id,
        merged: { displayName: 'marra', email: 'mara@boats.example' },
      },
    });
    const both = [account.conversationId, browser.conversationId].sort();
    for (const { id } of [account, browser]) {
      expect(await listedFor(id)).toEqual(both);
      expect((await call('GET', `/users/${id}/notes`)).body.notes.map(({ text }) => text)).toEqual([
        'Wants a red one',
        'Pays late',
      ]);
      expect((await ask('GET', id)).person.visitor.appUserId).toBe(account.id);
    }
    expect((await found('marra')).map(({ partOf }) => partOf)).toContainEqual({
      appUserId: account.id,
      displayName: 'Mara Lind',
    });
    const list = (await call('GET', '/users')).body as unknown as AgentPeopleAnswer;
    expect(list.people.map(({ visitor }) => visitor.appUserId)).not.toContain(browser.id);
    const hits = (await call('GET', '/conversations?search=mara%20lind')).body.conversations;
    expect(hits.map(({ _id }) => _id)).toEqual(expect.arrayContaining(both));
    const log = await desk.store.happenings(browser.conversationId, 'change', 10);
    expect(log.filter(({ body }) => body.what === 'merged')).toHaveLength(1);
    const audit = (await desk.store.auditEntries({ limit: 50 })).find(
      ({ action }) => action === 'visitor-merged',
    );
    expect(audit).toMatchObject({ target: { id: account.id }, detail: browser.id });
  });

  it('keep each browser to its own conversations, live ones too', async () => {
    const account = await known();
    const browser = await someone();
    const heard = await listenAsVisitor(desk, browser);
    await merge(account, browser);
    expect(await ownOf(browser)).toEqual([browser.conversationId]);
    expect(await ownOf(account)).toEqual([account.conversationId]);
    for (const [one, other] of [
      [browser, account],
      [account, browser],
    ] as const)
      expect((await one.call('GET', `/conversations/${other.conversationId}/messages`)).status).toBe(403);
    await call('POST', `/conversations/${account.conversationId}/messages`, { text: 'Your balance' });
    await call('POST', `/conversations/${browser.conversationId}/messages`, { text: 'Hello again' });
    await heard.until(1);
    await sendText(browser, 'Still there?');
    await heard.until(2);
    expect(JSON.stringify(heard.events)).not.toContain('Your balance');
    expect(JSON.stringify(heard.events)).not.toContain(account.id);
    expect(await rowOf(browser)).toMatchObject({ visitor: { appUserId: account.id } });
    await heard.stop();
  });

  it('are refused where that is not known or not possible, with the reason', async () => {
    const [one, two] = [await known(), await known()];
    const refused = (await look(one, two)).refused;
    expect(refused).toContain('Both have signed in');
    expect((await merge(one, two)).error.description).toBe(refused);
    const browser = await someone();
    const wrong = await ask('POST', `${one.id}/merge`, { with: browser.id, kept: browser.id });
    expect([wrong.status, (await ask('GET', one.id)).merged]).toEqual([409, []]);
    expect((await ask('POST', `${one.id}/merge`, { with: 'nobody' })).status).toBe(404);
    expect((await ask('POST', `${one.id}/merge`, {})).status).toBe(400);
    // What cannot be merged itself cannot be merged by way of a third.
    await merge(one, browser);
    expect((await merge(browser, two)).status).toBe(409);
    expect((await look(one, browser)).refused).toBe('These are one visitor already');
    expect((await merge(one, browser)).changes).toHaveLength(1);
  });

  it('are separated again, with what was theirs', async () => {
    const [one, two, three] = [await someone(), await someone('Hi', { name: 'Ann' }), await someone()];
    await merge(one, two);
    await merge(three, one);
    const all = await ask('GET', three.id);
    expect(all.person.visitor.appUserId).toBe(two.id);
    expect(all.merged.map(({ person }) => person.visitor.appUserId).sort()).toEqual(
      [one.id, three.id].sort(),
    );
    expect((await separate(two, one)).merged).toHaveLength(1);
    expect((await separate(two, one)).changes.map(({ field }) => field)).toEqual([
      'separated',
      'merged',
      'merged',
    ]);
    expect(await listedFor(one.id)).toEqual([one.conversationId]);
    expect(await rowOf(one)).toMatchObject({ visitor: { appUserId: one.id } });
    expect((await rowOf(one)).displayName).not.toBe('Ann');
    expect((await rowOf(three)).displayName).toBe('Ann');
  });

  it('are blocked together, and a blocked one blocks the other', async () => {
    const [one, two] = [await someone(), await someone()];
    await call('POST', `/users/${one.id}/block`, {});
    await merge(one, two);
    const isBlocked = async () =>
      [one, two].map(async (visitor) => (await desk.store.userById(visitor.id))?.blockedAt !== null);
    expect(await Promise.all(await isBlocked())).toEqual([true, true]);
    await call('POST', `/users/${two.id}/unblock`, {});
    expect(await Promise.all(await isBlocked())).toEqual([false, false]);
    await call('POST', `/users/${one.id}/block`, {});
    await separate((await ask('GET', one.id)).person.visitor.appUserId === one.id ? one : two, two);
    expect(await Promise.all(await isBlocked())).toEqual([true, true]);
  });

  it('are exported and deleted together', async () => {
    const account = await known({ email: 'gone@boats.example', email_verified: true });
    const browser = await someone('Delete me');
    await merge(account, browser);
    expect((await call('GET', `/users/${account.id}/data`)).body).toMatchObject({
      conversations: 2,
      messages: 2,
    });
    const zip = String((await call('GET', `/users/${account.id}/export`)).body);
    expect(zip).toContain(`merged/${browser.id}/conversations/${browser.conversationId}/messages.json`);
    expect((await call('DELETE', `/users/${account.id}`)).body).toMatchObject({ conversations: 2 });
    for (const { id, conversationId } of [account, browser]) {
      expect(await desk.store.userById(id)).toBeUndefined();
      expect(await desk.store.conversationById(conversationId)).toBeUndefined();
    }
  });

  it('stay when upkeep deletes who never wrote, and one of them has', async () => {
    const silent = await createVisitor(desk, { properties: { name: 'Ann' } });
    const other = await createVisitor(desk);
    const later = Date.now() + 1e11;
    expect(await desk.store.silentUsers([silent.id], later)).toEqual([silent.id]);
    await merge(silent, other);
    expect(await desk.store.silentUsers([silent.id, other.id], later)).toEqual([other.id]);
  });

  it('are suggested by their address', async () => {
    const email = `${crypto.randomUUID()}@boats.example`;
    const account = await known({ email, email_verified: true });
    const browser = await someone();
    expect((await ask('GET', account.id)).sameAddress).toBe(0);
    await ask('PATCH', browser.id, { email: email.toUpperCase() });
    expect((await ask('GET', account.id)).sameAddress).toBe(1);
    await merge(account, browser);
    expect((await ask('GET', account.id)).sameAddress).toBe(0);
  });

  it('follow the visitor whom a login proves', async () => {
    const [first, second] = [await someone('One', { name: 'Ann' }), await someone('Two')];
    await merge(first, second);
    const jwt = jwtOf(crypto.randomUUID());
    const former = { appUserId: first.id, sessionToken: first.sessionToken };
    const { appUser } = (await logIn(jwt, former)).body;
    expect(await listedFor(second.id)).toEqual([first.conversationId, second.conversationId].sort());
    expect(await ownOf(second)).toEqual([second.conversationId]);
    // A browser that logs in itself is no longer merged by an agent's word.
    const other = jwtOf(crypto.randomUUID());
    await logIn(other, { appUserId: second.id, sessionToken: second.sessionToken });
    expect((await ask('GET', appUser._id)).merged).toEqual([]);
    expect(await listedFor(appUser._id)).toEqual([first.conversationId]);
  });

  it('lose nothing in any order of merges, logins, blocks and messages at once', async () => {
    const acts = fc.array(
      fc.record({
        what: fc.constantFrom('merge', 'merge', 'merge', 'separate', 'write', 'write', 'logIn', 'block'),
        one: fc.nat(3),
        other: fc.nat(3),
      }),
      { minLength: 6, maxLength: 12 },
    );
    const play = async (plan: { what: string; one: number; other: number }[]) => {
      const account = await known();
      const all = [account, await someone(), await someone(), await someone()];
      const sent = new Map(all.map(({ conversationId }) => [conversationId, 1]));
      const statuses = await Promise.all(
        plan.map(async ({ what, one, other }) => {
          const [a, b] = [all[one] as Visitor, all[other] as Visitor];
          if (what === 'merge') return (await merge(a, b)).status;
          if (what === 'separate') return (await separate(a, b)).status;
          if (what === 'block')
            return (await call('POST', `/users/${a.id}/${one > other ? '' : 'un'}block`, {})).status;
          if (what === 'logIn')
            return (await logIn(account.sessionToken, { appUserId: a.id, sessionToken: a.sessionToken }))
              .status;
          const { status } = await sendText(a, 'More');
          if (status < 300) sent.set(a.conversationId, (sent.get(a.conversationId) ?? 0) + 1);
          return status;
        }),
      );
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      for (const [id, count] of sent) {
        const conversation = await desk.store.conversationById(id);
        const user = await desk.store.userById(conversation?.userId ?? '');
        expect([conversation?.messageCount, user?.id]).toEqual([count, conversation?.userId]);
        if (!user || user.mergedInto === null) continue;
        const person = await desk.store.userById(user.mergedInto);
        expect([person?.mergedInto, user.externalId, person?.blockedAt === null]).toEqual([
          null,
          null,
          user.blockedAt === null,
        ]);
      }
      for (const visitor of all.slice(1)) {
        const own = await visitor.call('GET', `/appusers/${visitor.id}/conversations`);
        // After a login their session has ended.
        if (own.status === 200)
          expect(own.body.conversations.map(({ _id }) => _id)).toEqual([visitor.conversationId]);
      }
    };
    await fc.assert(fc.asyncProperty(acts, play), { numRuns: 12 });
  });
});
