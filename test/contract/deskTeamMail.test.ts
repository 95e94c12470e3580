import { beforeEach, describe, expect, it } from 'vitest';
import { createAgent, type TestAgent } from '../support/agents';
import { startDesk } from '../support/desk';
import { agent, createVisitor, listenAsAgent, sendText, type Visitor } from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { mailSettings, startMailServer } from '../support/mailServer';
import { addKey, createSunshineClient } from '../support/sunshineClient';

const TEAM = 'team@shop.example';
const WAIT = 600;

describe.each(ENGINES)('the email to a team that does not answer, on %s', async (_name, engine) => {
  let time = 1_800_000_000_000;
  const mail = await forThisFile(startMailServer());
  const email = { ...mailSettings(mail.url), offerAfter: 86_400, team: TEAM, unansweredAfter: WAIT };
  const desk = await forThisFile(
    startDesk({ ...engine, now: () => time, settings: { email, voice: { enabled: true } } }),
  );
  beforeEach(async () => {
    time += 3_600_000;
    mail.refuse = false;
    await desk.mailRound();
    mail.received.length = 0;
  });

  const someone = async (text = 'Where is it?'): Promise<Visitor> => {
    const visitor = await createVisitor(desk, { properties: { name: 'Ana <b>' } });
    await sendText(visitor, text);
    return visitor;
  };
  /** @param here the agents whose inbox is open then */
  const pass = async (seconds: number, here: readonly TestAgent[] = []) => {
    time += seconds * 1000;
    for (const { id, call } of here) await call('POST', '/presence', { inbox: id });
    await desk.mailRound();
    return mail.received.map(({ to, text }) => ({ to, text }));
  };
  const act = ({ conversationId }: Visitor, path: string, body: object = {}) =>
    agent(desk)('POST', `/conversations/${conversationId}/${path}`, body);

  const remove = async ({ id }: TestAgent) => {
    const admin = await createAgent(desk, 'Root', 'admin');
    await desk.store.transaction((tx) => tx.updateAgent(admin.id, { alerts: { mail: false } }));
    expect((await admin.call('DELETE', `/agents/${id}`)).status).toBe(200);
  };

  it('is sent once when a visitor has waited long enough, with what they wrote', async () => {
    const visitor = await someone('Where is <it>?');
    expect(await pass(WAIT - 1)).toEqual([]);
    await sendText(visitor, 'Hello?');
    const [sent, ...others] = await pass(1);
    expect([sent?.to, others]).toEqual([[TEAM], []]);
    expect(sent?.text).toMatch(
      /^Ana <b> has waited for an answer since 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.\n\nWhere is <it>\?\n\nHello\?/,
    );
    expect(mail.received[0]?.html).toContain('Where is &#60;it&#62;?');
    await sendText(visitor, 'Still waiting');
    expect(await pass(10 * WAIT)).toHaveLength(1);
    await act(visitor, 'messages', { text: 'Here' });
    await sendText(visitor, 'Another question');
    expect(await pass(WAIT)).toHaveLength(2);
  });

  it('tells of a missed call, beside what the visitor has written, each time with an id of its own', async () => {
    const [called, both] = [await createVisitor(desk), await someone('Are you there?')];
    const call = async ({ id, call: ask }: Visitor) => {
      const answer = await ask('POST', `/appusers/${id}/calls`, {});
      const { id: callId, leaveToken } = answer.body.call as { id: string; leaveToken: string };
      await ask('POST', `/appusers/${id}/calls/${callId}/left?token=${leaveToken}`, {});
    };
    for (const visitor of [called, both]) await call(visitor);
    await pass(WAIT);
    const MISSED = /UTC\.\n\nThey called at 20\d\d-\d\d-\d\d \d\d:\d\d UTC, and nobody took the call\./;
    expect(mail.received).toHaveLength(2);
    for (const { text } of mail.received) expect(text).toMatch(MISSED);
    const headersOf = (name: string) =>
      mail.received.map(({ headers }) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim());
    expect(headersOf('Subject').sort()).toEqual([
      'Ana <b> waits for an answer',
      expect.stringMatching(/^Missed call from /),
    ]);
    await act(called, 'messages', { text: 'We call you' });
    time += 1000;
    await call(called);
    await pass(WAIT);
    expect(new Set(headersOf('Message-ID')).size).toBe(3);
  });

  it.each([
    ['an answer', (v: Visitor) => act(v, 'messages', { text: 'Here' })],
    ['that it is closed', (v: Visitor) => act(v, 'close')],
    ['that the visitor is blocked', (v: Visitor) => agent(desk)('POST', `/users/${v.id}/block`, {})],
  ])('is not sent after %s', async (_why, then) => {
    await then(await someone());
    expect(await pass(WAIT)).toEqual([]);
  });

  it('is tried again when the mail server does not take it', async () => {
    await someone();
    mail.refuse = true;
    expect(await pass(WAIT)).toEqual([]);
    mail.refuse = false;
    expect(await pass(30)).toEqual([]);
    expect(await pass(31)).toHaveLength(1);
    expect(await pass(600)).toHaveLength(1);
  });

  it('goes to the agents who want mail: to the one who has the conversation, or to all where that one gets none or is not there', async () => {
    const [ada, ben] = [await createAgent(desk, 'Ada'), await createAgent(desk, 'Ben')];
    const cy = await createAgent(desk, 'Cy');
    await desk.store.transaction((tx) => tx.updateAgent(cy.id, { alerts: { mail: false } }));
    await someone();
    for (const { id: agentId } of [ada, ben, cy]) await act(await someone(), 'assign', { agentId });
    const live = await listenAsAgent(desk);
    const addressed = (await pass(WAIT, [ada, cy])).map(({ to }) => to.join());
    live.stop();
    const at = (one: { id: string }) => `${one.id}@team.example`;
    const all = `${TEAM},${at(ada)},${at(ben)}`;
    expect(addressed.sort()).toEqual([`${TEAM},${at(ada)}`, all, all, all].sort());
    for (const one of [ada, ben, cy]) await remove(one);
  });

  const changes = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}/changes`)).body.happenings
      .reverse()
      .map(({ what, assignee, by }) => [what, ...(assignee ? [assignee] : []), by ? 'by' : 'automatic']);

  it('is written down in the log, as the desk’s act', async () => {
    const visitor = await someone();
    await pass(WAIT);
    expect(await changes(visitor)).toEqual([['teamMailed', 'automatic']]);
  });

  it('tells of nobody whose question was deleted', async () => {
    const visitor = await someone();
    const { MessagesApi } = createSunshineClient(desk.origin, await addKey(desk.store));
    await MessagesApi.deleteAllMessages(desk.appId, visitor.conversationId);
    const { body } = await agent(desk)('GET', `/conversations/${visitor.conversationId}`);
    expect(body.conversation.waitingSince).toBeUndefined();
    expect(await pass(WAIT)).toEqual([]);
  });

  it('tells everybody again of a visitor whose agent was removed, who is unassigned then', async () => {
    const [ada, ben] = [await createAgent(desk, 'Ada'), await createAgent(desk, 'Ben')];
    const [waits, answered, closed] = [await someone(), await someone(), await someone()];
    for (const one of [waits, answered, closed]) await act(one, 'assign', { agentId: ada.id });
    await act(answered, 'messages', { text: 'Here' });
    await act(closed, 'close');
    const at = (...all: TestAgent[]) => [TEAM, ...all.map(({ id }) => `${id}@team.example`)];
    const live = await listenAsAgent(desk);
    expect(await pass(WAIT, [ada])).toEqual([expect.objectContaining({ to: at(ada) })]);
    live.stop();
    await remove(ada);
    for (const [one, status] of [
      [waits, 'active'],
      [answered, 'active'],
      [closed, 'idle'],
    ] as const) {
      const { body } = await agent(desk)('GET', `/conversations/${one.conversationId}`);
      expect([body.conversation.status, body.conversation.assignee]).toEqual([status, undefined]);
    }
    expect(await changes(waits)).toContainEqual(['unassigned', 'Ada', 'automatic']);
    expect(await changes(closed)).not.toContainEqual(['unassigned', 'Ada', 'automatic']);
    expect((await pass(WAIT)).map(({ to }) => to)).toEqual([at(ada), at(ben)]);
  });
});
