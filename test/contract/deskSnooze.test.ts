import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCountsAnswer } from '../../examples/support-desk/shared/answers/conversations';
import { AGENT_LIST_CHANNEL } from '../../examples/support-desk/shared/channels';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  type LiveEvent,
  listen,
  listenAsVisitor,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { agentExt } from '../support/tickets';

describe.each(ENGINES)('a snoozed conversation on %s', (_name, engine) => {
  let desk: Desk;
  let ada: TestAgent;
  let ben: TestAgent;
  let time = 1_800_000_000_000;
  const HOUR_MS = 3_600_000;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, settings: { voice: { enabled: true } }, now: () => time });
    [ada, ben] = [await createAgent(desk, 'Ada'), await createAgent(desk, 'Ben')];
  });
  afterAll(() => desk.close());

  let tags = 0;
  const someone = async (): Promise<Visitor & { tag: string }> => {
    time += 1000;
    tags += 1;
    const tag = `s${tags}`;
    const visitor = await createVisitor(desk, { conversation: { metadata: { 'zen:ticket:tags': tag } } });
    await sendText(visitor, 'Hello');
    return { ...visitor, tag };
  };
  const act = (who: TestAgent, { conversationId }: Visitor, path: string, body: object = {}) => {
    // The log orders what happened by its time.
    time += 10;
    return who.call('POST', `/conversations/${conversationId}/${path}`, body);
  };
  const rowOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body.conversation;
  const inAnHour = () => (time + HOUR_MS) / 1000;
  const list = async (query: string) =>
    (await ada.call('GET', `/conversations?${query}`)).body.conversations.map(({ _id }) => _id);
  const countsOf = async ({ tag }: { tag: string }) => {
    const { body } = await ada.call('GET', `/conversation-counts?tag=${tag}`);
    const { unassigned, mine, open, snoozed } = body as unknown as AgentCountsAnswer;
    return { unassigned, mine, open, snoozed };
  };
  /** The log, oldest first, without what other tests cover. */
  const logOf = async ({ conversationId }: Visitor) => {
    const { body } = await ada.call('GET', `/conversations/${conversationId}/changes`);
    const log = body.happenings.toReversed() as unknown as {
      what: string;
      why?: string;
      until?: number;
      by?: { name: string };
    }[];
    return log.map(({ what, why, until, by }) => [what, why ?? until, by?.name]);
  };

  it('is in the view of snoozed ones alone, with its count', async () => {
    const visitor = await someone();
    const { tag, conversationId: id } = visitor;
    await act(ada, visitor, 'assign');
    const until = inAnHour();
    expect((await act(ada, visitor, 'snooze', { until })).body.conversation).toMatchObject({
      status: 'active',
      assigneeId: ada.id,
      snoozed: { until },
    });
    expect(await countsOf(visitor)).toEqual({ unassigned: 0, mine: 0, open: 0, snoozed: 1 });
    for (const view of [
      'open',
      'unassigned',
      `assigned&assigneeId=${ada.id}`,
      'assigned&assignee=Ada',
      'closed',
    ])
      expect([view, await list(`tag=${tag}&view=${view}`)]).toEqual([view, []]);
    expect(await list(`tag=${tag}&view=snoozed`)).toEqual([id]);
    expect(await list(`tag=${tag}&view=snoozed&sort=waiting`)).toEqual([id]);
    expect(await list(`tag=${tag}`)).toEqual([id]);
    await act(ben, visitor, 'wake');
    expect(await countsOf(visitor)).toEqual({ unassigned: 0, mine: 1, open: 1, snoozed: 0 });
    expect(await logOf(visitor)).toEqual([
      ['assigned', undefined, 'Ada'],
      ['snoozed', until, 'Ada'],
      ['woke', undefined, 'Ben'],
    ]);
  });

  it('wakes at its time, once for two rounds, and is unread again', async () => {
    const visitor = await someone();
    await act(ada, visitor, 'activity', { type: 'conversation:read' });
    await act(ada, visitor, 'snooze', { until: inAnHour() });
    await desk.wakingRound();
    expect((await rowOf(visitor)).unreadCount).toBe(0);
    time += HOUR_MS;
    const heard = await listen(desk, AGENT_LIST_CHANNEL, agentExt(desk));
    await Promise.all([desk.wakingRound(), desk.wakingRound()]);
    const isIts = (event: LiveEvent) =>
      (event.conversation as { _id?: string })?._id === visitor.conversationId;
    await expect.poll(() => heard.events.filter(isIts).length).toBe(1);
    expect(heard.events.find(isIts)).toMatchObject({ type: 'row', change: { what: 'woke', why: 'time' } });
    heard.stop();
    expect(await rowOf(visitor)).toMatchObject({ unreadCount: 1 });
    expect(await rowOf(visitor)).not.toHaveProperty('snoozed');
    expect((await logOf(visitor)).map(([what, why]) => [what, why])).toEqual([
      ['snoozed', expect.any(Number)],
      ['woke', 'time'],
    ]);
  });

  it('wakes when the visitor writes, of which they notice nothing', async () => {
    const visitor = await someone();
    const heard = await listenAsVisitor(desk, visitor);
    await act(ada, visitor, 'snooze');
    expect((await rowOf(visitor)) as object).toMatchObject({ snoozed: {} });
    time += 100 * 24 * HOUR_MS;
    await desk.wakingRound();
    await act(ada, visitor, 'messages', { type: 'text', text: 'Tomorrow we know more' });
    expect((await rowOf(visitor)) as object).toMatchObject({ snoozed: {} });
    time += 10;
    await sendText(visitor, 'Thank you');
    expect(await countsOf(visitor)).toMatchObject({ open: 1, snoozed: 0 });
    expect((await heard.until(3)).map(({ type }) => type)).toEqual(['activity', 'message', 'message']);
    heard.stop();
    const log = await logOf(visitor);
    expect(log.map(([what, why]) => [what, why])).toEqual([
      ['snoozed', undefined],
      ['assigned', 'reply'],
      ['woke', 'visitor'],
    ]);
  });

  it('wakes when the visitor calls, and nobody takes the call', async () => {
    const visitor = await someone();
    await act(ada, visitor, 'snooze', { until: inAnHour() });
    const { call } = (await visitor.call('POST', `/appusers/${visitor.id}/calls`, {})).body;
    time += 10;
    await ada.call('POST', `/calls/${call.id}/signals`, { signals: [{ type: 'end', reason: 'declined' }] });
    expect(await countsOf(visitor)).toMatchObject({ open: 1, snoozed: 0 });
    expect((await logOf(visitor)).map(([what]) => what)).toEqual(['snoozed', 'woke', 'callMissed']);
  });

  it('wakes by whatever an agent does with it, and ends with closing', async () => {
    const visitor = await someone();
    for (const [path, body] of [
      ['assign', { agentId: ben.id }],
      ['queue', {}],
    ] as const) {
      await act(ada, visitor, 'snooze', { until: inAnHour() });
      await act(ada, visitor, path, body);
      expect((await countsOf(visitor)).snoozed).toBe(0);
    }
    await act(ada, visitor, 'snooze', { until: inAnHour() });
    for (const field of ['routingStatus', 'queuedAt']) expect(await rowOf(visitor)).not.toHaveProperty(field);
    await act(ada, visitor, 'close');
    expect((await rowOf(visitor)).status).toBe('idle');
    expect(await rowOf(visitor)).not.toHaveProperty('snoozed');
    time += 2 * HOUR_MS;
    await desk.wakingRound();
    expect((await rowOf(visitor)).status).toBe('idle');
    await act(ada, visitor, 'reopen');
    expect(await countsOf(visitor)).toMatchObject({ open: 1, snoozed: 0 });
  });

  it('goes to all when its agent is removed', async () => {
    const admin = await createAgent(desk, 'Cleo', 'admin');
    const leaving = await createAgent(desk, 'Dan');
    const visitor = await someone();
    await act(leaving, visitor, 'assign');
    await act(leaving, visitor, 'snooze');
    time += 10;
    expect((await admin.call('DELETE', `/agents/${leaving.id}`)).status).toBe(200);
    expect(await countsOf(visitor)).toMatchObject({ unassigned: 1, snoozed: 0 });
    expect((await logOf(visitor)).slice(-2).map(([what, why]) => [what, why])).toEqual([
      ['unassigned', undefined],
      ['woke', 'removed'],
    ]);
  });

  it('is refused for what is closed, a time that is over, and an unread message', async () => {
    const visitor = await someone();
    const seen = { received: (time - 5000) / 1000 };
    expect((await act(ada, visitor, 'snooze', { seen })).status).toBe(409);
    for (const until of [time / 1000, time / 1000 + 367 * 86_400])
      expect((await act(ada, visitor, 'snooze', { until })).status).toBe(400);
    await act(ada, visitor, 'close');
    expect((await act(ada, visitor, 'snooze')).status).toBe(409);
    expect(await countsOf(visitor)).toMatchObject({ open: 0, snoozed: 0 });
  });
});
