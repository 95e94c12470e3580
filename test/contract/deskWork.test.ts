import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentCountsAnswer } from '../../examples/support-desk/shared/answers/conversations';
import { AGENT_LIST_CHANNEL, conversationChannel } from '../../examples/support-desk/shared/channels';
import { createAgent, type TestAgent } from '../support/agents';
import { type Desk, startDesk } from '../support/desk';
import {
  type Answer,
  agent,
  createVisitor,
  type LiveEvent,
  listen,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { agentExt } from '../support/tickets';

describe.each(ENGINES)('the work of agents on %s', (_name, engine) => {
  let desk: Desk;
  let ada: TestAgent;
  let ben: TestAgent;
  let time = 1_800_000_000_000;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, settings: { voice: { enabled: true } }, now: () => time });
    [ada, ben] = [await createAgent(desk, 'Ada'), await createAgent(desk, 'Ben')];
  });
  afterAll(() => desk.close());

  let tags = 0;
  /** A tag of the test's own conversations. */
  const newTag = (): string => {
    tags += 1;
    return `t${tags}`;
  };
  const someone = async (tag: string, text = 'Hello'): Promise<Visitor> => {
    time += 1000;
    const visitor = await createVisitor(desk, { conversation: { metadata: { 'zen:ticket:tags': tag } } });
    await sendText(visitor, text);
    return visitor;
  };
  const act = (who: TestAgent, { conversationId }: Visitor, path: string, body: object = {}) =>
    who.call('POST', `/conversations/${conversationId}/${path}`, body);
  const rowOf = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).body.conversation;
  const idsIn = ({ body }: Answer) => body.conversations.map(({ _id }) => _id);
  const list = async (query: string) => idsIn(await ada.call('GET', `/conversations?${query}`));
  const countsOf = async (who: TestAgent, tag: string) =>
    (await who.call('GET', `/conversation-counts?tag=${tag}`)).body as unknown as AgentCountsAnswer;

  /** The ways a call ends. */
  const ENDS: [string, (call: string, visitor: Visitor) => Promise<Answer>][] = [
    [
      'the visitor hangs up',
      (call, { id, call: ask }) =>
        ask('POST', `/appusers/${id}/calls/${call}/signals`, {
          signals: [{ type: 'end', reason: 'hungUp' }],
        }),
    ],
    [
      'an agent declines',
      (call) =>
        ada.call('POST', `/calls/${call}/signals`, { signals: [{ type: 'end', reason: 'declined' }] }),
    ],
    ['the visitor calls again', (_, { id, call: ask }) => ask('POST', `/appusers/${id}/calls`, {})],
  ];
  const placeCall = async ({ id, call }: Visitor) =>
    (await call('POST', `/appusers/${id}/calls`, {})).body.call as { id: string; leaveToken: string };
  const logOf = async ({ conversationId }: Visitor) =>
    (await ada.call('GET', `/conversations/${conversationId}/changes`)).body.happenings.map(
      ({ what, assignee }) => [what, ...(assignee ? [assignee] : [])].join(' '),
    );

  it.each(ENDS)('waits after a call that nobody took, where %s', async (_, end) => {
    const tag = newTag();
    const visitor = await someone(tag);
    await act(ada, visitor, 'assign', { agentId: ben.id });
    await act(ada, visitor, 'close');
    time += 1000;
    await end((await placeCall(visitor)).id, visitor);
    expect(await rowOf(visitor)).toMatchObject({
      status: 'active',
      assigneeId: ben.id,
      waitingSince: time / 1000,
      missedCallAt: time / 1000,
      lastMessage: { text: 'Hello' },
    });
    expect((await logOf(visitor))[0]).toBe('callMissed');
    time += 1000;
    await act(ada, visitor, 'messages', { type: 'text', text: 'I call you' });
    await sendText(visitor, 'Thanks');
    expect((await rowOf(visitor)).missedCallAt).toBeUndefined();
    expect(await list(`view=assigned&assigneeId=${ben.id}&tag=${tag}`)).toEqual([visitor.conversationId]);
  });

  it('is in the list after a call that nobody took, though the visitor has not written a word', async () => {
    const tag = newTag();
    const visitor = await createVisitor(desk, { conversation: { metadata: { 'zen:ticket:tags': tag } } });
    expect(await list(`view=unassigned&tag=${tag}`)).toEqual([]);
    const call = await placeCall(visitor);
    await visitor.call('POST', `/appusers/${visitor.id}/calls/${call.id}/left?token=${call.leaveToken}`, {});
    expect(await list(`view=unassigned&tag=${tag}`)).toEqual([visitor.conversationId]);
    expect((await rowOf(visitor)).waitingSince).toEqual(expect.any(Number));
    const { messages } = (await ada.call('GET', `/conversations/${visitor.conversationId}/messages`)).body;
    expect(messages.map(({ text }) => text)).toEqual([
      'Nobody could take your call. Send us a message, or try again later.',
    ]);
  });

  it('waits no more once the missed call is made up for by another, unless they have written', async () => {
    const [called, wrote] = [await someone(newTag()), await someone(newTag())];
    await act(ada, called, 'messages', { type: 'text', text: 'Hello' });
    for (const visitor of [called, wrote]) {
      time += 1000;
      const missed = await placeCall(visitor);
      await visitor.call(
        'POST',
        `/appusers/${visitor.id}/calls/${missed.id}/left?token=${missed.leaveToken}`,
        {},
      );
      expect(await rowOf(visitor)).toMatchObject({ waitingSince: expect.any(Number), unreadCount: 1 });
      const { id } = await placeCall(visitor);
      expect((await ada.call('POST', `/calls/${id}/answer`, {})).status).toBe(200);
    }
    expect((await rowOf(called)).waitingSince).toBeUndefined();
    const row = await rowOf(wrote);
    expect([row.waitingSince, row.missedCallAt]).toEqual([expect.any(Number), undefined]);
  });

  it('is the people’s after a call that nobody took, though a bot had it', async () => {
    const visitor = await someone(newTag());
    const bot = { id: 'bot_calls', name: 'calls', displayName: 'Bot', answersFirst: false, hearsAll: false };
    await desk.store.transaction((tx) => tx.putIntegration({ ...bot, createdAt: 1 }));
    await act(ada, visitor, 'assign', { agentId: bot.id });
    const call = await placeCall(visitor);
    await visitor.call('POST', `/appusers/${visitor.id}/calls/${call.id}/left?token=${call.leaveToken}`, {});
    const row = await rowOf(visitor);
    expect([row.assigneeId, row.routingStatus]).toEqual([undefined, 'queued']);
    expect(row.waitingSince).toEqual(expect.any(Number));
  });

  it('has the agent in its log who took a call, and waits for nothing that was said', async () => {
    const visitor = await someone(newTag());
    await act(ada, visitor, 'close');
    time += 1000;
    const call = await placeCall(visitor);
    await ada.call('POST', `/calls/${call.id}/answer`, {});
    await ENDS[0]?.[1](call.id, visitor);
    expect((await rowOf(visitor)).status).toBe('idle');
    expect((await logOf(visitor))[0]).toBe('callTaken Ada');
  });

  it('is that of the agent who took a call, if it is nobody’s or a bot’s, also without a written word', async () => {
    const bot = { id: 'bot_taken', name: 'taken', displayName: 'Bot', answersFirst: false, hearsAll: false };
    await desk.store.transaction((tx) => tx.putIntegration({ ...bot, createdAt: 1 }));
    const tag = newTag();
    const silent = await createVisitor(desk, { conversation: { metadata: { 'zen:ticket:tags': tag } } });
    const [written, ofBot, ofBen] = [await someone(tag), await someone(tag), await someone(tag)];
    await act(ada, ofBot, 'assign', { agentId: bot.id });
    await act(ada, ofBen, 'assign', { agentId: ben.id });
    for (const visitor of [silent, written, ofBot, ofBen]) {
      time += 1000;
      const { id } = await placeCall(visitor);
      await ada.call('POST', `/calls/${id}/answer`, {});
    }
    expect(await list(`view=assigned&assigneeId=${ada.id}&tag=${tag}`)).toEqual(
      [ofBot, written, silent].map(({ conversationId }) => conversationId),
    );
    expect((await rowOf(ofBen)).assigneeId).toBe(ben.id);
    expect(await logOf(silent)).toEqual(['callTaken Ada', 'assigned Ada']);
    const row = await rowOf(silent);
    expect([row.waitingSince, row.unreadCount, row.lastMessage]).toEqual([undefined, 0, undefined]);
    const { messages } = (await ada.call('GET', `/conversations/${silent.conversationId}/messages`)).body;
    expect(messages.map(({ text }) => text)).toEqual(['Voice call']);
  });

  it('has nothing of the calls of a blocked visitor', async () => {
    const visitor = await someone(newTag());
    await ada.call('POST', `/users/${visitor.id}/block`, {});
    const before = await logOf(visitor);
    await ENDS[0]?.[1]((await placeCall(visitor)).id, visitor);
    expect(await logOf(visitor)).toEqual(before);
  });

  it('is assigned to an agent by id, to oneself without one, and to nobody who has left', async () => {
    const visitor = await someone(newTag());
    await act(ada, visitor, 'assign');
    expect(await rowOf(visitor)).toMatchObject({ assignee: 'Ada', assigneeId: ada.id });
    await act(ada, visitor, 'assign', { agentId: ben.id, name: 'Somebody' });
    expect(await rowOf(visitor)).toMatchObject({ assignee: 'Ben', assigneeId: ben.id });
    expect((await act(ada, visitor, 'assign', { agentId: 'nobody' })).status).toBe(404);
    await act(ben, visitor, 'queue');
    expect((await rowOf(visitor)).assigneeId).toBeUndefined();
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/assign`, { name: 'A bot' });
    const row = await rowOf(visitor);
    expect([row.assignee, row.assigneeId]).toEqual(['A bot', undefined]);
  });

  it('becomes the conversation of the agent who answers it, if it is nobody’s', async () => {
    const visitor = await someone(newTag());
    const heard = await listenAsVisitor(desk, visitor);
    await act(ada, visitor, 'notes', { text: 'Who takes it?' });
    expect((await rowOf(visitor)).assigneeId).toBeUndefined();
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, {
      type: 'text',
      text: 'We have got it',
    });
    expect((await rowOf(visitor)).assigneeId).toBeUndefined();
    await act(ada, visitor, 'queue');
    await act(ada, visitor, 'messages', { type: 'text', text: 'Hello' });
    await act(ben, visitor, 'messages', { type: 'text', text: 'Hello, too' });
    expect(await rowOf(visitor)).toMatchObject({
      assignee: 'Ada',
      assigneeId: ada.id,
      routingStatus: 'assigned',
    });
    const changes = await ada.call('GET', `/conversations/${visitor.conversationId}/changes`);
    expect(changes.body.happenings.filter(({ what }) => what === 'assigned')).toMatchObject([
      { assignee: 'Ada', why: 'reply', by: { kind: 'agent', id: ada.id } },
    ]);
    const told = await heard.until(5);
    expect(told.map(({ type, activity, message }) => activity?.type ?? message?.text ?? type)).toEqual([
      'We have got it',
      'queued',
      'assigned',
      'Hello',
      'Hello, too',
    ]);
    heard.stop();
  });

  it('is its agent’s again when it opens after its end, whoever opens it, unless they have left', async () => {
    const visitor = await someone(newTag());
    const dan = await createAgent(desk, 'Dan');
    await act(ada, visitor, 'assign', { agentId: dan.id });
    const opened = [
      () => sendText(visitor, 'One more question'),
      () => act(ada, visitor, 'reopen'),
      () => act(ada, visitor, 'messages', { type: 'text', text: 'One more answer' }),
    ];
    for (const open of opened) {
      await act(ada, visitor, 'close');
      const closed = await rowOf(visitor);
      expect([closed.status, closed.assigneeId, closed.routingStatus]).toEqual(['idle', dan.id, undefined]);
      await open();
      // One that is open stays as it is.
      expect((await act(ada, visitor, 'reopen')).status).toBe(200);
      expect(await rowOf(visitor)).toMatchObject({
        status: 'active',
        assignee: 'Dan',
        assigneeId: dan.id,
        routingStatus: 'assigned',
      });
    }
    await act(ada, visitor, 'close');
    await desk.store.transaction((tx) => tx.unassignClosed(dan.id));
    expect((await rowOf(visitor)).assigneeId).toBeUndefined();
    await act(ada, visitor, 'assign', { agentId: dan.id });
    await act(ada, visitor, 'close');
    await desk.store.transaction((tx) => tx.updateAgent(dan.id, { removedAt: Date.now() }));
    await sendText(visitor, 'Anybody?');
    const row = await rowOf(visitor);
    expect([row.status, row.assignee, row.assigneeId, row.routingStatus]).toEqual([
      'active',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stays nobody’s if the settings say so', async () => {
    const save = (base: number, toWhoReplies: boolean) =>
      agent(desk)('POST', '/settings', { base, value: { assignment: { toWhoReplies } } });
    expect((await save(0, false)).status).toBe(200);
    const visitor = await someone(newTag());
    await act(ada, visitor, 'messages', { type: 'text', text: 'Hello' });
    expect((await rowOf(visitor)).assigneeId).toBeUndefined();
    expect((await save(1, true)).status).toBe(200);
  });

  it('goes on with a colleague who joins: every inbox hears of them at once', async () => {
    const admin = await createAgent(desk, 'Cleo', 'admin');
    const heard = await listen(desk, AGENT_LIST_CHANNEL, agentExt(desk));
    const { link } = (await admin.call('POST', '/invitations', { role: 'agent' })).body as unknown as {
      link: string;
    };
    await heard.until(1);
    const joining = { name: 'Dan', email: `dan@${admin.id}.example`, password: 'correct horse battery' };
    const joined = await fetch(`${desk.origin}/agent/api/link/${link.split('#link=')[1]}`, {
      method: 'POST',
      headers: { origin: desk.origin, 'content-type': 'application/json' },
      body: JSON.stringify(joining),
    });
    expect(joined.status).toBe(200);
    expect((await heard.until(2)).map(({ type }) => type)).toEqual(['agents', 'agents']);
    heard.stop();
  });

  it('has views with counts of the desk, each agent with their own', async () => {
    const tag = newTag();
    const [free, adas, bens, done, empty] = [
      await someone(tag),
      await someone(tag),
      await someone(tag),
      await someone(tag),
      await createVisitor(desk, { conversation: { metadata: { 'zen:ticket:tags': tag } } }),
    ];
    await act(ada, adas, 'assign');
    await act(ada, bens, 'assign', { agentId: ben.id });
    await act(ada, done, 'close');
    for (const who of [ada, ben])
      expect(await countsOf(who, tag)).toEqual({
        unassigned: 1,
        mine: 1,
        mentions: 0,
        open: 3,
        snoozed: 0,
        closed: 1,
        moreClosed: false,
        views: {},
        refusedEmails: { all: 0, acceptable: 0 },
      });
    const ids = (...of: Visitor[]) => of.map(({ conversationId }) => conversationId);
    expect(await list(`tag=${tag}&view=unassigned`)).toEqual(ids(free));
    expect(await list(`tag=${tag}&view=assigned&assigneeId=${ben.id}`)).toEqual(ids(bens));
    expect(await list(`tag=${tag}&view=open`)).toEqual(ids(bens, adas, free));
    expect(await list(`tag=${tag}&view=closed`)).toEqual(ids(done));
    expect(await list(`tag=${tag}`)).not.toContain(empty.conversationId);
    expect((await ada.call('GET', '/conversations?view=strange')).status).toBe(400);
  });

  it('shows the longest wait for an answer first, a page after another, and then what waits for nothing', async () => {
    const tag = newTag();
    const [one, two, three, answered] = [
      await someone(tag),
      await someone(tag),
      await someone(tag),
      await someone(tag),
    ];
    time += 1000;
    await act(ada, answered, 'messages', { text: 'Here you are' });
    time += 1000;
    await sendText(one, 'Still there?');
    await act(ada, two, 'messages', { text: 'One moment' });
    time += 1000;
    await sendText(two, 'I wait');
    const order = [one, three, two, answered].map(({ conversationId }) => conversationId);
    expect(await list(`tag=${tag}&view=open&sort=waiting`)).toEqual(order);
    const rows = (await ada.call('GET', `/conversations?tag=${tag}&view=open&sort=waiting`)).body;
    expect(rows.conversations.map(({ waitingSince }) => waitingSince !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const { store } = desk;
    const page = { view: { kind: 'open' as const }, byWait: true, tag, empty: false, limit: 1 };
    const seen: string[] = [];
    let after: { at: number; id: string } | undefined;
    for (let i = 0; i < 5; i++) {
      const [row] = await store.inbox({ ...page, after });
      if (!row) break;
      seen.push(row.conversation.id);
      const { waitingSince, firstAnsweredAt, firstAskedAt, lastUpdatedAt } = row.conversation;
      const at = waitingSince ?? (firstAnsweredAt === null ? firstAskedAt : null);
      after = { at: at ?? 900_000_000_000_000 - lastUpdatedAt, id: row.conversation.id };
    }
    expect(seen).toEqual(order);
  });

  it('tells colleagues who looks at a conversation and who types in it', async () => {
    const visitor = await someone(newTag());
    const heard = await listen(desk, conversationChannel(visitor.conversationId), agentExt(desk));
    const visitorHeard = await listenAsVisitor(desk, visitor);
    const attend = async (who: TestAgent, state: string, inbox = 'one') =>
      (await act(who, visitor, 'attending', { inbox: `${who.name}-${inbox}`, state })).body;
    const [a, b] = [
      { id: ada.id, name: 'Ada', typing: false },
      { id: ben.id, name: 'Ben', typing: false },
    ];
    expect(await attend(ada, 'looking')).toEqual({ agents: [a] });
    expect(await attend(ben, 'typing')).toEqual({ agents: [a, { ...b, typing: true }] });
    // A second inbox of the same agent, and what changes nothing, tell nobody.
    await attend(ben, 'looking', 'two');
    await attend(ada, 'looking');
    expect(await attend(ben, 'gone')).toEqual({ agents: [a, b] });
    const events = (await heard.until(3)) as (LiveEvent & { agents: unknown })[];
    expect(events.map(({ type, agents }) => [type, agents])).toEqual([
      ['attending', [a]],
      ['attending', [a, { ...b, typing: true }]],
      ['attending', [a, b]],
    ]);
    time += 61_000;
    expect(await attend(ada, 'looking')).toEqual({ agents: [a] });
    expect(visitorHeard.events.filter(({ type }) => type === 'attending')).toEqual([]);
    heard.stop();
    visitorHeard.stop();
    expect((await act(ada, visitor, 'attending', { inbox: 'x', state: 'asleep' })).status).toBe(400);
    const none = await ada.call('POST', '/conversations/none/attending', { inbox: 'x', state: 'looking' });
    expect(none.status).toBe(404);
    // It may have been deleted while the agent looked.
    const left = await ada.call('POST', '/conversations/none/attending', { inbox: 'x', state: 'gone' });
    expect(left.status).toBe(200);
  });

  const setBlocked = (who: TestAgent, { id }: Visitor, how: 'block' | 'unblock') =>
    who.call('POST', `/users/${id}/${how}`, {});

  it('takes what a blocked visitor writes, shows it to no list but their own, and loses nothing', async () => {
    const tag = newTag();
    const visitor = await someone(tag);
    await someone(tag);
    const programs = await listenAsAgent(desk);
    expect((await setBlocked(ada, visitor, 'block')).status).toBe(200);
    await setBlocked(ben, visitor, 'block');
    time += 1000;
    const sent = await sendText(visitor, 'Cheap things');
    expect(sent.status).toBe(201);
    expect(await countsOf(ada, tag)).toMatchObject({ unassigned: 1, open: 1 });
    for (const view of ['open', 'unassigned', 'closed', 'queued', 'assigned'])
      expect(await list(`tag=${tag}&view=${view}`), view).not.toContain(visitor.conversationId);
    expect(await list(`tag=${tag}&view=blocked`)).toEqual([visitor.conversationId]);
    expect(await list(`tag=${tag}&view=open&search=Cheap`)).toEqual([]);
    expect(await list(`tag=${tag}&search=Cheap`)).toEqual([visitor.conversationId]);
    expect((await rowOf(visitor)).visitor).toMatchObject({ blocked: true });
    const told = (await programs.until(2)).filter(({ type }) => String(type) === 'visitor:blocked');
    expect(told).toEqual([{ type: 'visitor:blocked', appUserId: visitor.id, blocked: true }]);
    programs.stop();
    await setBlocked(ada, visitor, 'unblock');
    expect(await list(`tag=${tag}&view=open`)).toContain(visitor.conversationId);
    expect(await rowOf(visitor)).toMatchObject({ unreadCount: 2, lastMessage: { text: 'Cheap things' } });
  });

  it('lets a blocked visitor see nothing of that', async () => {
    const [free, blocked] = [await someone(newTag()), await someone(newTag())];
    await setBlocked(ada, blocked, 'block');
    const answersOf = async (visitor: Visitor) => {
      const calls = [
        await sendText(visitor, 'More'),
        await visitor.call('GET', `/appusers/${visitor.id}`),
        await visitor.call('GET', `/appusers/${visitor.id}/conversations`),
        await visitor.call('GET', `/conversations/${visitor.conversationId}`),
        await visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
          activity: { type: 'typing:start' },
        }),
      ];
      const text = JSON.stringify(calls.map(({ status, body }) => [status, body]));
      return text
        .replaceAll(/"[\da-f-]{20,}"/g, '"id"')
        .replaceAll(/"\d{4}-\d\d-[^"]*Z"/g, 'time')
        .replaceAll(/[\d.]{9,}/g, 'time')
        .replaceAll(/"t\d+"/g, '"tag"');
    };
    expect(await answersOf(blocked)).toBe(await answersOf(free));
  });

  it('writes down who has blocked a visitor', async () => {
    const visitor = await someone(newTag());
    await setBlocked(ben, visitor, 'block');
    const [entry] = await desk.store.auditEntries({ limit: 1 });
    expect(entry).toMatchObject({
      actor: { kind: 'agent', id: ben.id, name: 'Ben' },
      action: 'visitor-blocked',
    });
    // Without the name, which would outlive the visitor.
    expect(entry?.target).toEqual({ kind: 'visitor', id: visitor.id });
    expect((await ada.call('POST', '/users/none/block', {})).status).toBe(404);
  });

  it('lists the conversations of a visitor, newest first', async () => {
    const visitor = await someone(newTag());
    time += 1000;
    const second = await visitor.call('POST', `/appusers/${visitor.id}/conversations`, { type: 'personal' });
    const answer = await ada.call('GET', `/users/${visitor.id}/conversations`);
    expect(idsIn(answer)).toEqual([second.body.conversation._id, visitor.conversationId]);
    expect((await ada.call('GET', '/users/none/conversations')).status).toBe(404);
  });
});
