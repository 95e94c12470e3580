import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuditAnswer } from '../../examples/support-desk/shared/answers/audit';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  at,
  createVisitor,
  type Listening,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { POSTGRES, startPostgres } from '../support/postgres';

describe.each(ENGINES)('visitors in turn on %s', (_name, engine) => {
  let desk: Desk;
  let admin: TestAgent;
  let team: TestAgent[];
  let inbox: Listening;
  let time = 1_800_000_000_000;
  beforeAll(async () => {
    const settings = { assignment: { inTurn: { enabled: true, limit: 2 } } };
    desk = await startDesk({ ...engine, settings, now: () => time });
    admin = await createAgent(desk, 'Root', 'admin');
    inbox = await listenAsAgent(desk);
  });
  afterAll(async () => {
    await inbox.stop();
    await desk.close();
  });
  afterEach(() => Promise.all(team.map((one) => here(one, false))));

  const here = async (one: TestAgent, on: boolean) => {
    const { status } = await one.call('POST', '/presence', { inbox: one.id, away: !on });
    expect(status).toBe(200);
  };
  /** New agents, who are there. */
  const join = async (...names: string[]) => {
    team = [];
    for (const name of names) team.push(await createAgent(desk, name));
    for (const one of team) await here(one, true);
    return team as [TestAgent, TestAgent, TestAgent];
  };
  const someone = async (): Promise<Visitor> => {
    const visitor = await createVisitor(desk);
    await write(visitor);
    return visitor;
  };
  const write = async (visitor: Visitor) => {
    time += 1000;
    expect((await sendText(visitor, 'Hello?')).status).toBe(201);
  };
  const act = (who: TestAgent, { conversationId }: Visitor, path: string, body: object = {}) => {
    time += 1000;
    return who.call('POST', `/conversations/${conversationId}/${path}`, body);
  };
  const rowOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body.conversation;
  const holders = (...visitors: Visitor[]) =>
    Promise.all(visitors.map(async (one) => (await rowOf(one)).assigneeId));

  it('go to the agents who are there one after another, up to the limit of each', async () => {
    const [ada, ben] = await join('Ada', 'Ben');
    const visitors: Visitor[] = [];
    for (let i = 0; i < 5; i++) visitors.push(await someone());
    const [first, ...others] = await holders(...visitors);
    expect([ada.id, ben.id]).toContain(first);
    const second = first === ada.id ? ben.id : ada.id;
    expect(others).toEqual([second, first, second, undefined]);
    // Who has room again gets what waits.
    await act(admin, visitors[0] as Visitor, 'close');
    await desk.turnsRound();
    expect(await holders(visitors[4] as Visitor)).toEqual([first]);
    for (const one of visitors) await act(admin, one, 'close');
  });

  it('say in the log, the audit log and to the visitor who got them, and keep the wait', async () => {
    const [ada] = await join('Ada');
    const visitor = await createVisitor(desk);
    const live = await listenAsVisitor(desk, visitor);
    await write(visitor);
    const { body } = await ada.call('GET', `/conversations/${visitor.conversationId}/changes`);
    expect(body.happenings).toMatchObject([{ what: 'assigned', assignee: 'Ada', why: 'turn' }]);
    expect(body.happenings[0]).not.toHaveProperty('by');
    const audit = (await admin.call('GET', `/audit?target=${visitor.conversationId}`))
      .body as unknown as AuditAnswer;
    expect(audit.entries[0]).toMatchObject({
      action: 'conversation-assigned',
      actor: { kind: 'desk' },
      detail: 'Ada',
    });
    await expect.poll(() => JSON.stringify(live.events)).toContain('assigned');
    await live.stop();
    const row = await rowOf(visitor);
    expect(row).toMatchObject({ assigneeId: ada.id, routingStatus: 'assigned' });
    expect(row.waitingSince).toBe(time / 1000);
    // A second message changes nothing, nor does an answer.
    await write(visitor);
    await act(ada, visitor, 'messages', { text: 'Hi' });
    expect((await rowOf(visitor)).assigneeId).toBe(ada.id);
  });

  it('stay nobody’s while all are away, muted or gone, and are given when somebody comes', async () => {
    const [ada, ben] = await join('Ada', 'Ben');
    await here(ada, false);
    expect((await ben.call('PATCH', '/me', { alerts: { messages: 'none' } })).status).toBe(200);
    const [one, two] = [await someone(), await someone()];
    await desk.turnsRound();
    expect(await holders(one, two)).toEqual([undefined, undefined]);
    await here(ada, true);
    await Promise.all([desk.turnsRound(), desk.turnsRound()]);
    expect(await holders(one, two)).toEqual([ada.id, ada.id]);
    const [cleo] = await join('Cleo');
    expect((await admin.call('DELETE', `/agents/${ada.id}`)).status).toBe(200);
    await desk.turnsRound();
    expect(await holders(one, two)).toEqual([cleo.id, cleo.id]);
    for (const visitor of [one, two]) await act(admin, visitor, 'close');
  });

  it('are given once, and never above the limit, if many write at once', async () => {
    const [ada, ben] = await join('Ada', 'Ben');
    const visitors = await Promise.all(Array.from({ length: 6 }, () => createVisitor(desk)));
    await Promise.all([...visitors.map(write), desk.turnsRound(), desk.turnsRound()]);
    const all = await holders(...visitors);
    const count = (id: string | undefined) => all.filter((one) => one === id).length;
    expect([count(ada.id), count(ben.id), count(undefined)]).toEqual([2, 2, 2]);
    for (const visitor of visitors) {
      const { body } = await admin.call('GET', `/conversations/${visitor.conversationId}/changes`);
      expect(body.happenings.length).toBeLessThan(2);
      await act(admin, visitor, 'close');
    }
  });

  it('are not given if nobody waits, or the visitor is blocked', async () => {
    const [ada] = await join('Ada');
    const visitor = await createVisitor(desk);
    await agent(desk)('POST', `/users/${visitor.id}/block`);
    await write(visitor);
    await desk.turnsRound();
    expect(await holders(visitor)).toEqual([undefined]);
    const other = await someone();
    await act(ada, other, 'messages', { text: 'Hi' });
    await act(ada, other, 'queue');
    await desk.turnsRound();
    expect(await holders(other)).toEqual([undefined]);
  });

  it('do not come back to who has put them in the queue, if there is somebody else', async () => {
    const [ada, ben] = await join('Ada', 'Ben');
    const visitor = await someone();
    const [first] = await holders(visitor);
    const [giver, other] = first === ada.id ? [ada, ben] : [ben, ada];
    // The giver's last turn is the longest ago.
    await someone();
    await act(giver, visitor, 'queue');
    await desk.turnsRound();
    expect(await holders(visitor)).toEqual([other.id]);
  });
});

it.skipIf(!POSTGRES)('are given once by two processes on PostgreSQL', { timeout: 60_000 }, async () => {
  const server = await startPostgres();
  const databaseUrl = await server.newDatabase();
  const settings = { assignment: { inTurn: { enabled: true, limit: 2 } } };
  const options = { databaseUrl, settings, agentToken: 'a-token-of-both-processes' };
  const desks = [await startDesk(options), await startDesk(options)];
  const [one, two] = desks as [Desk, Desk];
  const team = [await createAgent(one, 'Ada'), await createAgent(one, 'Ben')];
  const inboxes = [await listenAsAgent(one), await listenAsAgent(two)];
  for (const desk of desks)
    for (const { id, headers } of team) {
      // The cookie is named after the port.
      const cookie = (headers.cookie ?? '').replace(new URL(one.origin).port, new URL(desk.origin).port);
      const answer = await fetch(`${desk.origin}/agent/api/presence`, {
        method: 'POST',
        headers: { cookie, origin: desk.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ inbox: id, away: false }),
      });
      expect(answer.status).toBe(200);
    }
  const visitors = await Promise.all(Array.from({ length: 6 }, () => createVisitor(one)));
  const writes = visitors.flatMap((visitor) => [at(one, visitor), at(two, visitor)]);
  const answers = await Promise.all(writes.map((visitor) => sendText(visitor, 'Hello?')));
  expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 201));
  await Promise.all([one, two, one, two].map((desk) => desk.turnsRound()));
  const holders = [];
  for (const { conversationId } of visitors) {
    const { body } = await agent(one)('GET', `/conversations/${conversationId}`);
    holders.push(body.conversation.assignee ?? 'nobody');
    const log = await agent(two)('GET', `/conversations/${conversationId}/changes`);
    expect(log.body.happenings.length).toBeLessThan(2);
  }
  expect(holders.sort()).toEqual(['Ada', 'Ada', 'Ben', 'Ben', 'nobody', 'nobody']);
  await Promise.all(inboxes.map((inbox) => inbox.stop()));
  await Promise.all(desks.map((desk) => desk.close()));
  await server.close();
});
