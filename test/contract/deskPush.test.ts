import { beforeEach, describe, expect, it } from 'vitest';
import { createAgent, type TestAgent } from '../support/agents';
import { startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import fc from '../support/fastCheck';
import { forThisFile } from '../support/forThis';
import { browsersIn, startPushService } from '../support/pushService';

/** When others are told of a visitor who waits, in seconds. */
const PASS_ON = 300;
/** 2027-01-15, a Friday, 08:00 in UTC. */
const FRIDAY = 1_800_000_000_000;

describe.each(ENGINES)('push messages to agents, on %s', async (_name, engine) => {
  let time = FRIDAY;
  const service = await forThisFile(startPushService(() => time));
  const desk = await forThisFile(
    startDesk({
      ...engine,
      now: () => time,
      pushHosts: ['127.0.0.1'],
      settings: { agent: { name: 'Shop' } },
    }),
  );
  const admin = await createAgent(desk, 'Root', 'admin');
  const live = await listenAsAgent(desk);
  await forThisFile(Promise.resolve({ close: () => live.stop() }));
  let team: TestAgent[] = [];
  beforeEach(async () => {
    for (const { id } of team) await admin.call('DELETE', `/agents/${id}`);
    team = [];
    time += 86_400_000;
    await desk.pushRound();
    service.refusals.clear();
    for (const list of [service.taken, service.tried, service.problems]) list.length = 0;
  });

  const join = async (name: string, wish: 'mine' | 'all' | 'none' = 'mine'): Promise<TestAgent> => {
    const one = await createAgent(desk, name);
    await one.call('PATCH', '/me', { alerts: { messages: wish } });
    team.push(one);
    return one;
  };
  /** Lets the agent's browser get push messages. */
  const enable = async (one: TestAgent, away = false) => {
    const answer = await one.call('PUT', '/me/push', { ...service.subscribe(one.id), away });
    expect(answer.status).toBe(200);
    return answer;
  };
  const opens = (one: TestAgent, isOpen = true) =>
    one.call('POST', '/presence', { inbox: one.id, away: !isOpen });
  const someone = async (text = 'Where is it?', name = 'Ana'): Promise<Visitor> => {
    const visitor = await createVisitor(desk, { properties: { name } });
    expect((await sendText(visitor, text)).status).toBe(201);
    return visitor;
  };
  const act = ({ conversationId }: Visitor, path: string, body: object = {}, who = admin) =>
    who.call('POST', `/conversations/${conversationId}/${path}`, body);
  /** What was taken after some time. */
  const pushed = async (seconds = 1) => {
    service.taken.length = 0;
    time += seconds * 1000;
    await desk.pushRound();
    expect(service.problems).toEqual([]);
    return service.taken.map(({ browser, notice }) => [browser, notice.title, notice.body]);
  };

  it('are encrypted for the browser and signed by the desk, and replace those about the same visitor', async () => {
    const ada = await join('Ada');
    const { body } = await enable(ada);
    const visitor = await someone(`Hello \u202e<b>${'x'.repeat(900)}`, 'Ana \u202e\u{1f600}');
    const [first] = (await pushed()) as string[][];
    expect(first?.slice(0, 2)).toEqual([ada.id, 'Ana \u{1f600}']);
    expect(first?.[2]).toMatch(/^Hello <b>x{200,300}$/);
    const [{ headers, claims, notice } = {} as never] = service.taken;
    expect(headers).toMatchObject({
      ttl: String(4 * 3600),
      urgency: 'high',
      topic: visitor.conversationId,
      'content-encoding': 'aes128gcm',
      authorization: expect.stringContaining((body as unknown as { key: string }).key),
    });
    expect(claims).not.toHaveProperty('sub');
    expect(notice).toMatchObject({ tag: visitor.conversationId, conversation: visitor.conversationId });
    // Two at once are one.
    await sendText(visitor, 'And?');
    await sendText(visitor, 'Hello?');
    expect(await pushed()).toEqual([[ada.id, 'Ana \u{1f600}', 'Hello?']]);
  });

  it('are for agents whose inbox is closed, and say nothing that was answered or deleted before', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')];
    for (const one of [ada, ben]) await enable(one);
    await opens(ada);
    const visitor = await someone();
    expect(await pushed()).toEqual([[ben.id, 'Ana', 'Where is it?']]);
    await opens(ada, false);
    await act(visitor, 'messages', { text: 'Here' });
    expect(await pushed(PASS_ON)).toEqual([]);
    await sendText(visitor, 'Thanks. And this?');
    await act(visitor, 'messages', { text: 'That' });
    const blocked = await someone();
    await agent(desk)('POST', `/users/${blocked.id}/block`, {});
    const gone = await someone();
    expect((await admin.call('DELETE', `/users/${gone.id}`)).status).toBe(200);
    expect(await pushed()).toEqual([]);
  });

  it('go to the agent of a visitor first, and to the others if the visitor still waits', async () => {
    const [ada, ben, cy] = [await join('Ada'), await join('Ben'), await join('Cy', 'none')];
    for (const one of [ada, ben, cy]) await enable(one);
    const visitor = await someone();
    await pushed();
    await act(visitor, 'assign', { agentId: ada.id });
    expect(await pushed()).toEqual([[ada.id, 'Ana', 'Root assigned the conversation to you']]);
    await sendText(visitor, 'Hello?');
    expect(await pushed()).toEqual([[ada.id, 'Ana', 'Hello?']]);
    expect(await pushed(PASS_ON - 1)).toEqual([]);
    expect(await pushed(1)).toEqual([[ben.id, 'Ana', 'Hello?']]);
    expect(await pushed(10 * PASS_ON)).toEqual([]);
    // Without push messages, their agent is not reached, and others are told at once.
    const [id = ''] = browsersIn(await ada.call('GET', '/me/push'));
    await ada.call('DELETE', `/me/push/${id}`);
    await sendText(visitor, 'Anybody?');
    expect(await pushed()).toEqual([[ben.id, 'Ana', 'Anybody?']]);
  });

  it('tell of a mention in any case, even an agent who is muted and away in this browser', async () => {
    const ada = await join('Ada', 'none');
    await enable(ada, true);
    const visitor = await someone();
    const note = { text: '@Ada please', author: { name: 'Root' }, mentions: [ada.id] };
    expect((await act(visitor, 'notes', note)).status).toBe(201);
    expect(await pushed()).toEqual([[ada.id, 'Root mentioned you', 'Ana: @Ada please']]);
    await act(visitor, 'notes', note);
    await opens(ada);
    expect(await pushed()).toEqual([]);
    await opens(ada, false);
    await ada.call('PATCH', '/me', { alerts: { messages: 'all' } });
    await sendText(visitor, 'Hello?');
    expect(await pushed()).toEqual([]);
    await enable(ada, false);
    await sendText(visitor, 'Hello?');
    expect(await pushed()).toHaveLength(1);
  });

  it('wait until the team opens', async () => {
    const ada = await join('Ada');
    await enable(ada);
    const day = (hours: [string, string][]) => hours.map(([from, to]) => ({ from, to }));
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const now = new Date(time);
    const name = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[now.getUTCDay()] ?? 'sun';
    const at = (ms: number) => new Date(ms).toISOString().slice(11, 16);
    const days = { ...none, [name]: day([[at(time + 3_600_000), at(time + 7_200_000)]]) };
    const hours = { enabled: true, timeZone: 'UTC', days };
    expect((await admin.call('POST', '/settings', { base: 0, value: { hours } })).status).toBe(200);
    await someone();
    expect(await pushed()).toEqual([]);
    expect(await pushed(3601)).toHaveLength(1);
    await admin.call('POST', '/settings', { base: 1, value: {} });
  });

  it('end with the session, the account, the subscription, and the agent’s word', async () => {
    const ada = await join('Ada');
    await enable(ada);
    expect(await desk.store.pushBrowsers(0)).toHaveLength(1);
    await ada.call('POST', '/sign-out');
    expect(await desk.store.pushBrowsers(0)).toEqual([]);
    const ben = await join('Ben');
    await enable(ben);
    await admin.call('DELETE', `/agents/${ben.id}`);
    expect(await desk.store.pushBrowsers(0)).toEqual([]);
    const cy = await join('Cy');
    for (const status of [404, 410]) {
      await enable(cy);
      service.refusals.set(cy.id, { status });
      await someone();
      await pushed();
      expect(browsersIn(await cy.call('GET', '/me/push'))).toEqual([]);
      service.refusals.clear();
    }
    const [id = ''] = browsersIn(await enable(cy));
    expect((await ben.call('DELETE', `/me/push/${id}`)).status).toBe(401);
    const di = await join('Di');
    expect((await di.call('DELETE', `/me/push/${id}`)).status).toBe(404);
    expect((await cy.call('DELETE', `/me/push/${id}`)).status).toBe(200);
    await someone();
    expect(await pushed()).toEqual([]);
    expect(service.tried.filter((one) => one === cy.id)).toHaveLength(2);
  });

  it('are tried again as late as the push service asks, some times, and hold up nobody', async () => {
    const [ada, ben] = [await join('Ada'), await join('Ben')];
    for (const one of [ada, ben]) await enable(one);
    service.refusals.set(ada.id, { status: 429, headers: { 'Retry-After': '120' } });
    const visitor = await someone();
    expect(await pushed()).toHaveLength(1);
    const tries = () => service.tried.filter((one) => one === ada.id).length;
    await pushed(100);
    expect(tries()).toBe(1);
    await pushed(21);
    expect(tries()).toBe(2);
    service.refusals.set(ada.id, { status: 503 });
    for (let minutes = 0; minutes < 240; minutes += 10) await pushed(600);
    expect(tries()).toBe(6);
    // Its texts are those of the time when it is sent.
    service.refusals.set(ada.id, { status: 500 });
    await sendText(visitor, 'First');
    await pushed();
    service.refusals.clear();
    await act(visitor, 'messages', { text: 'Answered' });
    expect(await pushed(600)).toEqual([]);
    // Others get theirs while one push service does not answer.
    service.refusals.set(ada.id, 'silent');
    await sendText(visitor, 'Second');
    time += 1000;
    const round = desk.pushRound();
    await expect.poll(() => service.taken.map(({ browser }) => browser)).toContain(ben.id);
    service.release();
    await round;
  });

  it('are tested at once, with words for what went wrong', async () => {
    const ada = await join('Ada');
    expect((await ada.call('POST', '/me/push/test')).status).toBe(404);
    await enable(ada);
    const test = async () => (await ada.call('POST', '/me/push/test')).body;
    expect(await test()).toEqual({ outcome: 'taken' });
    expect(service.taken[0]?.notice).toMatchObject({ title: 'Test', tag: 'test' });
    for (const [status, outcome] of [
      [503, 'failed'],
      [403, 'refused'],
      [410, 'ended'],
    ] as const) {
      service.refusals.set(ada.id, { status });
      expect(await test()).toEqual({ outcome });
    }
    expect(browsersIn(await ada.call('GET', '/me/push'))).toEqual([]);
  });

  it('refuse addresses and keys that cannot be used, and keep the newest browsers of an agent', async () => {
    const ada = await join('Ada');
    const good = service.subscribe(ada.id);
    const bad = [
      { ...good, endpoint: 'http://push.example/a' },
      { ...good, endpoint: 'https://name:word@push.example/a' },
      { ...good, endpoint: 'nothing' },
      { ...good, keys: { ...good.keys, auth: 'AA' } },
      { ...good, keys: { ...good.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
      { ...good, keys: { ...good.keys, p256dh: 'AAAA' } },
    ];
    for (const body of bad) expect((await ada.call('PUT', '/me/push', body)).status).toBe(400);
    expect((await ada.call('PUT', '/me/push', good)).status).toBe(200);
    // Another session with the same browser has it then.
    const ben = await join('Ben');
    expect(browsersIn(await ben.call('PUT', '/me/push', good))).toHaveLength(1);
    expect(browsersIn(await ada.call('GET', '/me/push'))).toEqual([]);
  });

  it('go to whom a person would alert', async () => {
    const wishes = fc.constantFrom('mine' as const, 'all' as const, 'none' as const);
    const person = fc.record({
      wish: wishes,
      here: fc.boolean(),
      browser: fc.constantFrom('none' as const, 'on' as const, 'away' as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: -1, max: 3 }),
        async (people, holder) => {
          for (const { id } of team.splice(0)) await admin.call('DELETE', `/agents/${id}`);
          const agents: TestAgent[] = [];
          for (const { wish, browser } of people) {
            const one = await join('A', wish);
            if (browser !== 'none') await enable(one, browser === 'away');
            agents.push(one);
          }
          const report = async () => {
            for (const [at, { here }] of people.entries()) await opens(agents[at] as TestAgent, here);
          };
          await report();
          const visitor = await createVisitor(desk);
          await sendText(visitor, 'First');
          const mine = agents[holder];
          if (mine) await act(visitor, 'assign', { agentId: mine.id });
          await pushed();
          await sendText(visitor, 'Hello?');
          const gets = (at: number) => people[at]?.browser === 'on' && !people[at]?.here;
          const has = (at: number, isLater: boolean) => {
            const its = people[at];
            return its && its.wish !== 'none' && (its.here || (!isLater && its.browser === 'on'));
          };
          const alerted = (isLater: boolean) =>
            agents.flatMap(({ id }, at) => {
              const wish = people[at]?.wish;
              if (wish === 'none' || !gets(at)) return [];
              const isFree = !mine || !has(holder, isLater);
              return wish === 'all' || at === holder || isFree ? [id] : [];
            });
          const first = (await pushed()).map(([browser]) => browser);
          expect(first.sort()).toEqual(alerted(false).sort());
          time += PASS_ON * 1000;
          await report();
          const later = (await pushed(0)).map(([browser]) => browser);
          expect(later.sort()).toEqual(
            alerted(true)
              .filter((id) => !first.includes(id))
              .sort(),
          );
          for (const one of agents) await opens(one, false);
        },
      ),
      { numRuns: 25 },
    );
  });
});
