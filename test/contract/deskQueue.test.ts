import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';

const DAY = 86_400_000;

describe.each(ENGINES)('the queue on %s', (_name, engine) => {
  let desk: Desk;
  let time = 1_800_000_000_000;
  let first: Visitor;
  let second: Visitor;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, now: () => time });
    // Move past the data that earlier runs left in a shared database, so that it does not count as recent.
    while ((await desk.store.firstAnswerTimes(time - DAY, 1)).length > 0) time += 30 * DAY;
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    time += 2 * DAY;
    first = await createVisitor(desk);
    second = await createVisitor(desk);
  });

  const route = (visitor: Visitor, to: 'queue' | 'assign' | 'close', body: unknown = {}) =>
    agent(desk)('POST', `/conversations/${visitor.conversationId}/${to}`, body);
  const waitOf = async (visitor: Visitor, by: Visitor = visitor) => {
    const url = `${desk.origin}/api/services/end_user_connector/wait_time/conversations/${visitor.conversationId}`;
    const authorization = `Basic ${btoa(`${by.id}:${by.sessionToken}`)}`;
    const response = await fetch(url, { headers: { authorization } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    return response.json() as Promise<{ queue_position: number; response_time: number; error?: unknown }>;
  };
  /** The number of visitors already in the queue, such as those that an earlier run left there. */
  const inFront = async () => {
    await route(first, 'queue');
    const { queue_position } = await waitOf(first);
    await route(first, 'close');
    return queue_position - 1;
  };

  it('returns how many wait ahead, and moves up as they are assigned', async () => {
    const base = await inFront();
    await route(first, 'queue');
    time += 1000;
    await route(second, 'queue');
    const positions = async () => [
      (await waitOf(first)).queue_position - base,
      (await waitOf(second)).queue_position - base,
    ];
    expect(await positions()).toEqual([1, 2]);
    time += 1000;
    await route(first, 'queue');
    expect(await positions()).toEqual([1, 2]);
    await route(first, 'assign', { name: 'Ada' });
    expect((await waitOf(second)).queue_position - base).toBe(1);
    expect(await waitOf(first)).toMatchObject({ queue_position: null, is_initial_routing: false });
    await route(second, 'close');
  });

  it('returns the usual time of recent first answers, in seconds', async () => {
    const answered = async (seconds: number) => {
      const visitor = await createVisitor(desk);
      await sendText(visitor, 'hello');
      time += seconds * 1000;
      await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'hi' });
      time += 1000;
      await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'again' });
    };
    await route(first, 'queue');
    expect(await waitOf(first)).toMatchObject({ response_time: null });
    for (const seconds of [300, 30, 60]) await answered(seconds);
    expect(await waitOf(first)).toMatchObject({ response_time: 60, is_initial_routing: true });
    time += 2 * DAY;
    expect(await waitOf(first)).toMatchObject({ response_time: null });
    await route(first, 'close');
  });

  it('tells the visitor when they are queued, assigned and let go, and the agents each time', async () => {
    const base = await inFront();
    const [live, desks] = await Promise.all([listenAsVisitor(desk, first), listenAsAgent(desk)]);
    await route(first, 'queue');
    await route(first, 'assign', { name: 'Ada', avatarUrl: 'https://shop.example/ada.png' });
    await route(first, 'queue');
    const closed = await route(first, 'close');
    expect(closed.body.conversation).toMatchObject({ status: 'idle' });
    const events = await live.until(4);
    expect(events.map((e) => [e.type, e.activity.type, e.conversation.status])).toEqual([
      ['activity', 'queued', 'active'],
      ['activity', 'assigned', 'active'],
      ['activity', 'queued', 'active'],
      ['activity', 'cleared', 'idle'],
    ]);
    expect(events[0]?.activity.data).toEqual({ queuePosition: base + 1, isInitialRouting: true });
    expect(events[1]?.activity.data).toEqual({ name: 'Ada', avatarUrl: 'https://shop.example/ada.png' });
    expect(events[2]?.activity.data).toMatchObject({ isInitialRouting: false });
    const rows = (await desks.until(4)).map((e) => e.conversation);
    expect(rows.map((c) => [c.routingStatus, c.assignee])).toEqual([
      ['queued', undefined],
      ['assigned', 'Ada'],
      ['queued', undefined],
      [undefined, undefined],
    ]);
    live.stop();
    desks.stop();
  });

  it('shows the visitor the agents’ picture where the inbox names them', async () => {
    const call = agent(desk);
    const avatarUrl = 'https://shop.example/us.png';
    await call('POST', '/settings', { base: 0, value: { agent: { name: 'Shop', avatarUrl } } });
    const live = await listenAsVisitor(desk, first);
    await route(first, 'assign', { name: 'Shop' });
    const [event] = await live.until(1);
    expect(event?.activity.data).toEqual({ name: 'Shop', avatarUrl });
    live.stop();
    await route(first, 'close');
    await call('POST', '/settings/restore', { base: 1, version: 0 });
  });

  it('returns a conversation’s status, and reopens it when the visitor writes', async () => {
    const seen = async () => {
      const { body } = await first.call('GET', `/conversations/${first.conversationId}`);
      return [body.conversation.status, body.conversation.routingStatus];
    };
    await route(first, 'queue');
    expect(await seen()).toEqual(['active', 'queued']);
    await route(first, 'assign');
    expect(await seen()).toEqual(['active', 'assigned']);
    await route(first, 'close');
    expect(await seen()).toEqual(['idle', undefined]);
    await sendText(first, 'one more thing');
    expect(await seen()).toEqual(['active', undefined]);
  });

  it('keeps others out', async () => {
    expect(await waitOf(first, second)).toMatchObject({ error: { code: 'forbidden' } });
    expect((await agent(desk)('POST', '/conversations/none/queue', {})).status).toBe(404);
    expect((await agent(desk)('POST', '/conversations/none/assign', {})).status).toBe(404);
    expect((await agent(desk)('POST', '/conversations/none/close', {})).status).toBe(404);
    expect((await route(first, 'assign', { name: ' ' })).status).toBe(400);
  });

  it('keeps how far messages have come and tells the agents once', async () => {
    const desks = await listenAsAgent(desk);
    const path = `/conversations/${first.conversationId}`;
    const send = async (text: string) => {
      time += 1000;
      return (await agent(desk)('POST', `${path}/messages`, { text })).body.messages[0];
    };
    const [one, two] = [await send('one'), await send('two')];
    const delivered = (messageId: string | undefined) =>
      first.call('POST', `${path}/activity`, { activity: { type: 'message:delivery', messageId } });
    for (const id of [two?._id, two?._id, one?._id, 'none', undefined]) {
      expect((await delivered(id)).status).toBe(200);
    }
    const row = (await agent(desk)('GET', path)).body.conversation;
    expect(row.visitorDelivered).toBe(two?.received);
    await send('end');
    const events = await desks.until(5);
    expect(events.filter((e) => e.type === 'activity')).toMatchObject([
      { activity: { type: 'message:delivery', role: 'appUser', messageId: two?._id } },
    ]);
    desks.stop();
  });
});
