import { describe, expect, onTestFinished, test } from 'vitest';
import type { Attempt, Post } from '../../examples/support-desk/server/webhooks/postWebhook';
import { createFakeClock, flush } from '../support/fakeClock';
import { createMemoryDesk, type MemoryDesk, type MemoryDeskOptions } from '../support/memoryDesk';
import { createMemoryVisitor } from '../support/memoryVisitor';
import { signInAgent } from '../support/signInAgent';
import { type Answer, addKey, modelOf } from '../support/sunshineClient';
import { DOWN, REFUSED, TAKEN } from '../support/webhookDesk';

const TRIGGERS = [
  'conversation:create',
  'conversation:message',
  'conversation:message:changed',
  'conversation:read',
  'conversation:typing',
  'conversation:postback',
  'switchboard:passControl',
];

/** A desk with a bot, and what the bot was told. */
const createWorld = async ({
  first = false,
  settings,
}: { first?: boolean } & Pick<MemoryDeskOptions, 'settings'> = {}) => {
  const told: Answer[] = [];
  const bot: { attempt(body: string): Attempt } = { attempt: () => TAKEN };
  const postWebhook: Post = async (_webhook, _id, body) => {
    const attempt = bot.attempt(body);
    if (attempt.outcome === 'taken') told.push(JSON.parse(body));
    return attempt;
  };
  const clock = createFakeClock();
  const desk = createMemoryDesk({ ...clock, settings, app: { postWebhook } });
  onTestFinished(() => desk.close());
  const admin = await signInAgent(desk, { id: 'ada', name: 'Ada', role: 'admin' }, clock.now());
  const made = (await admin.call('POST', '/integrations', { displayName: 'Order bot' })) as Answer;
  const { id } = made.integration;
  await admin.call('POST', `/integrations/${id}/webhooks`, {
    target: 'https://bot.example/hook',
    triggers: TRIGGERS,
  });
  if (first) await admin.call('PATCH', `/integrations/${id}`, { answersFirst: true });
  const call = await createCall(desk);
  const eventsOf = async (type?: string): Promise<Answer[]> => {
    await flush(10);
    return told.flatMap(({ events }) => events).filter((event) => type === undefined || event.type === type);
  };
  /** Lets minutes pass, with the rounds of each tenth second. */
  const pass = async (minutes: number): Promise<void> => {
    for (let at = 0; at < minutes * 6; at++) {
      await clock.advance(10_000);
      await desk.tellWebhooks();
    }
  };
  return { desk, admin, call, botId: id as string, bot, told, eventsOf, clock, pass };
};

/** Calls the API as a program. */
const createCall = async (desk: MemoryDesk) => {
  const key = await addKey(desk.store);
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await desk.fetch(
      new Request(`${desk.origin}/sc/v2/apps/${desk.appId}${path}`, {
        method,
        headers: {
          authorization: `Basic ${btoa(`${key.id}:${key.secret}`)}`,
          'content-type': 'application/json',
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    const answer: Answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
};

/** The official client's model of each event. */
const MODELS: Record<string, string> = {
  'conversation:create': 'ConversationCreateEvent',
  'conversation:message': 'ConversationMessageEvent',
  // An addition of the desk, with the same content.
  'conversation:message:changed': 'ConversationMessageEvent',
  'conversation:read': 'ConversationReadEvent',
  'conversation:typing': 'ConversationTypingEvent',
  'conversation:postback': 'ConversationPostbackEvent',
  'switchboard:passControl': 'SwitchboardPassControl',
};

/** Expects that the client's model of an event has what the desk has sent. */
const expectRead = (event: Answer): void => {
  const Model = modelOf(MODELS[event.type] ?? '') as Answer;
  const read = JSON.parse(JSON.stringify(Model.constructFromObject(event)));
  expect(event, event.type).toMatchObject(read);
  expect(Object.keys(read).toSorted(), event.type).toEqual(['createdAt', 'id', 'payload', 'type']);
  expect(Object.keys(read.payload).toSorted(), event.type).toEqual(Object.keys(event.payload).toSorted());
};

const PEOPLE = 'zd-agentWorkspace';
const controllerOf = (event: Answer): string => event.payload.conversation.activeSwitchboardIntegration.name;

const it = test.extend('w', () => createWorld());

describe('a bot', () => {
  it('is told of all that happens, in the format of the API', async ({ w }) => {
    const visitor = await createMemoryVisitor(w.desk);
    const { id, conversationId } = visitor;
    await visitor.send('Hello');
    const author = { type: 'business', displayName: 'Order bot' };
    const actions = [{ type: 'postback', text: 'This', payload: 'p', metadata: { a: 1 } }];
    const content = { type: 'text', text: 'Which?', actions };
    await w.call('POST', `/conversations/${conversationId}/messages`, { author, content });
    const path = `/conversations/${conversationId}`;
    await visitor.call('POST', `${path}/activity`, { activity: { type: 'typing:start' } });
    await visitor.call('POST', `${path}/activity`, { activity: { type: 'conversation:read' } });
    const { messages } = await w.desk.store.messages(conversationId, { limit: 1 });
    const [button] = (messages[0]?.body.actions ?? []) as { _id: string }[];
    const actionId = button?._id;
    await visitor.call('POST', `${path}/postback`, { postback: { actionId } });

    const events = await w.eventsOf();
    expect(events.map(({ type }) => type)).toEqual([
      'conversation:create',
      'conversation:message',
      'conversation:message',
      'conversation:typing',
      'conversation:read',
      'conversation:postback',
    ]);
    const conversation = {
      id: conversationId,
      type: 'personal',
      metadata: {},
      activeSwitchboardIntegration: { name: PEOPLE },
    };
    for (const event of events) {
      expectRead(event);
      expect(event.createdAt).toBe(new Date(w.clock.now()).toISOString());
      expect(event.payload.conversation).toMatchObject(conversation);
    }
    const [create, first, answer, typing, read, postback] = events.map(({ payload }) => payload);
    expect(create).toMatchObject({
      creationReason: 'startConversation',
      user: { id },
      source: { type: 'web' },
    });
    expect(first.message).toMatchObject({
      author: { type: 'user', userId: id, user: { id } },
      content: { type: 'text', text: 'Hello' },
      source: { type: 'web' },
    });
    expect(answer.message).toMatchObject({ author, content, source: { type: 'api' } });
    expect(typing.activity).toMatchObject({ type: 'typing:start', author: { type: 'user', userId: id } });
    expect(read.activity).toMatchObject({ type: 'conversation:read', author: { type: 'user', userId: id } });
    expect(postback).toMatchObject({ postback: { payload: 'p', metadata: { a: 1 } }, user: { id } });
    expect(w.told[0]).toMatchObject({ app: { id: w.desk.appId }, webhook: { version: 'v2' } });
  });

  it('has new conversations where it answers first, and hands them to people as new', async () => {
    const w = await createWorld({ first: true });
    const visitor = await createMemoryVisitor(w.desk);
    const { conversationId } = visitor;
    await visitor.send('Hello');
    expect((await w.eventsOf()).map(controllerOf)).toEqual(['Order-bot', 'Order-bot']);
    const row = async (): Promise<Answer> =>
      ((await w.admin.call('GET', `/conversations/${conversationId}`)) as Answer).conversation;
    expect(await row()).toMatchObject({ assignee: 'Order bot', isHandledByBot: true });
    const counts = async () => (await w.admin.call('GET', '/conversation-counts')) as Answer;
    expect(await counts()).toMatchObject({ unassigned: 0, open: 1 });
    const author = { type: 'business' };
    const content = { type: 'text', text: 'A colleague takes over' };
    await w.call('POST', `/conversations/${conversationId}/messages`, { author, content });
    expect(await row()).toMatchObject({ unreadCount: 0 });

    await w.call('POST', `/conversations/${conversationId}/passControl`, {
      switchboardIntegration: 'next',
      metadata: { reason: 'asked' },
    });
    expect(await counts()).toMatchObject({ unassigned: 1, open: 1 });
    const handed = await row();
    expect(handed).toMatchObject({ routingStatus: 'queued', unreadCount: 1 });
    expect([handed.isHandledByBot, handed.assignee]).toEqual([undefined, undefined]);
    expect(handed.waitingSince).toBeDefined();
    const [passed] = await w.eventsOf('switchboard:passControl');
    expectRead(passed);
    expect([controllerOf(passed), passed.payload.metadata]).toEqual([PEOPLE, { reason: 'asked' }]);

    await w.call('POST', `/conversations/${conversationId}/releaseControl`);
    expect(await row()).toMatchObject({ isHandledByBot: true });
  });

  it('hands over a conversation that is nobody’s, too, and leaves one to the agent who has it', async () => {
    const w = await createWorld();
    const visitor = await createMemoryVisitor(w.desk);
    const path = `/conversations/${visitor.conversationId}`;
    await visitor.send('Hello');
    const content = { type: 'text', text: 'A colleague takes over' };
    await w.call('POST', `${path}/messages`, { author: { type: 'business' }, content });
    const row = async (): Promise<Answer> => ((await w.admin.call('GET', path)) as Answer).conversation;
    const pass = () => w.call('POST', `${path}/passControl`, { switchboardIntegration: 'people' });
    await pass();
    expect(await row()).toMatchObject({ routingStatus: 'queued', unreadCount: 1 });
    await w.admin.call('POST', `${path}/assign`, {});
    await pass();
    expect(await row()).toMatchObject({ routingStatus: 'assigned', assigneeId: 'ada' });
  });

  describe('that does not take what visitors write', () => {
    const createAway = async () => {
      const w = await createWorld({ first: true });
      const author = { type: 'business' };
      const rowOf = async ({ conversationId }: { conversationId: string }): Promise<Answer> =>
        ((await w.admin.call('GET', `/conversations/${conversationId}`)) as Answer).conversation;
      const say = (id: string, text: string, more = {}) =>
        w.call('POST', `/conversations/${id}/messages`, { author, content: { type: 'text', text, ...more } });
      const unassigned = async (): Promise<number> =>
        ((await w.admin.call('GET', '/conversation-counts')) as Answer).unassigned;
      return { ...w, rowOf, say, unassigned };
    };

    it('keeps no visitor: after some minutes people have the conversation, and the log says so', async () => {
      const w = await createAway();
      const [first, second] = [await createMemoryVisitor(w.desk), await createMemoryVisitor(w.desk)];
      w.bot.attempt = () => DOWN;
      await first.send('My house is on fire');
      await w.pass(2);
      expect(await w.rowOf(first)).toMatchObject({ isHandledByBot: true });
      await w.pass(4);
      expect(await w.rowOf(first)).toMatchObject({ routingStatus: 'queued', unreadCount: 1 });
      expect((await w.rowOf(first)).assignee).toBeUndefined();
      await second.send('Mine, too');
      await w.pass(4);
      expect(await w.unassigned()).toBe(2);
      const path = `/conversations/${second.conversationId}/changes`;
      const { happenings } = (await w.admin.call('GET', path)) as Answer;
      expect(happenings.map(({ what, assignee, by }: Answer) => [what, assignee, by])).toEqual([
        ['handedOver', 'Order bot', undefined],
        ['routed', 'Order bot', undefined],
      ]);
      // It is told when it is back, and those who come then are its own again.
      w.bot.attempt = () => TAKEN;
      await w.pass(6);
      expect((await w.eventsOf('switchboard:passControl')).map(controllerOf)).toEqual([PEOPLE, PEOPLE]);
      const third = await createMemoryVisitor(w.desk);
      await third.send('Hello');
      await w.pass(10);
      expect(await w.rowOf(third)).toMatchObject({ isHandledByBot: true });
    });

    it('keeps those whom it has answered, and those whom an agent has closed or taken stay as they are', async () => {
      const w = await createAway();
      const visitors = [];
      for (let n = 0; n < 3; n++) visitors.push(await createMemoryVisitor(w.desk));
      const [answered, closed, taken] = visitors;
      w.bot.attempt = () => DOWN;
      for (const visitor of visitors) await visitor.send('Hello');
      await w.pass(1);
      await w.say(answered?.conversationId ?? '', 'Which order?');
      await w.admin.call('POST', `/conversations/${closed?.conversationId}/close`);
      await w.admin.call('POST', `/conversations/${taken?.conversationId}/assign`, {});
      const before = await Promise.all(visitors.map(w.rowOf));
      await w.pass(10);
      expect(await Promise.all(visitors.map(w.rowOf))).toEqual(before);
      expect(before.map(({ isHandledByBot, status }) => [isHandledByBot, status])).toEqual([
        [true, 'active'],
        [undefined, 'idle'],
        [undefined, 'active'],
      ]);
    });

    it('keeps no visitor who pressed its button', async () => {
      const w = await createAway();
      const visitor = await createMemoryVisitor(w.desk);
      await visitor.send('Hello');
      await w.say(visitor.conversationId, 'Which?', {
        actions: [{ type: 'postback', text: 'This', payload: 'p' }],
      });
      await w.pass(1);
      const { messages } = await w.desk.store.messages(visitor.conversationId, { limit: 1 });
      const [button] = (messages[0]?.body.actions ?? []) as { _id: string }[];
      w.bot.attempt = () => DOWN;
      const path = `/conversations/${visitor.conversationId}/postback`;
      await visitor.call('POST', path, { postback: { actionId: button?._id } });
      await w.pass(6);
      expect(await w.unassigned()).toBe(1);
    });

    it('keeps no visitor whose message it refuses, or alone cannot read, and all others', async () => {
      const w = await createAway();
      const visitors = [];
      for (let n = 0; n < 3; n++) visitors.push(await createMemoryVisitor(w.desk));
      const [refused, odd, other] = visitors;
      w.bot.attempt = (body) => (body.includes('never') ? REFUSED : body.includes('odd') ? DOWN : TAKEN);
      await refused?.send('never');
      await odd?.send('odd');
      for (let n = 0; n < 8; n++) {
        await other?.send(`Hello ${n}`);
        await w.pass(1);
        if (n === 0) expect(await w.unassigned()).toBe(1);
      }
      expect((await Promise.all(visitors.map(w.rowOf))).map(({ isHandledByBot }) => isHandledByBot)).toEqual([
        undefined,
        undefined,
        true,
      ]);
    });

    it('keeps its visitors where another of its webhooks takes what they write', async () => {
      const w = await createAway();
      const path = `/integrations/${w.botId}/webhooks`;
      await w.admin.call('POST', path, {
        target: 'https://log.example/',
        triggers: ['conversation:message'],
      });
      const visitor = await createMemoryVisitor(w.desk);
      const { webhooks } = ((await w.admin.call('GET', '/integrations')) as Answer).integrations[0];
      w.bot.attempt = (body) => (body.includes(webhooks[1].id) ? DOWN : TAKEN);
      await visitor.send('Hello');
      await w.pass(10);
      expect(await w.rowOf(visitor)).toMatchObject({ isHandledByBot: true });
    });
  });

  it('is told when an agent takes a conversation over, and gets it again after its end once the agent has left', async () => {
    const w = await createWorld({ first: true });
    const visitor = await createMemoryVisitor(w.desk);
    const path = `/conversations/${visitor.conversationId}`;
    await visitor.send('Hello');
    await w.admin.call('POST', `${path}/assign`, {});
    expect((await w.eventsOf('switchboard:passControl')).map(controllerOf)).toEqual([PEOPLE]);
    await visitor.send('To a person');
    expect((await w.eventsOf('conversation:message')).map(controllerOf)).toEqual(['Order-bot', PEOPLE]);
    await w.admin.call('POST', `${path}/close`);
    await visitor.send('Once more to the person');
    expect((await w.eventsOf('conversation:message')).map(controllerOf).at(-1)).toBe(PEOPLE);
    const leaving = await signInAgent(w.desk, { id: 'lea', name: 'Lea' }, w.clock.now());
    await leaving.call('POST', `${path}/assign`, {});
    await leaving.call('POST', `${path}/close`);
    await w.desk.store.transaction((tx) => tx.updateAgent('lea', { removedAt: w.clock.now() }));
    await visitor.send('Once more');
    expect((await w.eventsOf('conversation:message')).map(controllerOf).at(-1)).toBe('Order-bot');
    const { bots } = (await w.admin.call('GET', '/agents')) as Answer;
    expect(bots).toEqual([{ id: w.botId, name: 'Order bot' }]);
    await w.admin.call('POST', `${path}/assign`, {});
    await w.admin.call('POST', `${path}/assign`, { agentId: w.botId });
    const passed = await w.eventsOf('switchboard:passControl');
    expect(passed.map(controllerOf).slice(-2)).toEqual([PEOPLE, 'Order-bot']);
  });

  it('is not told of what people handle where it does not hear of all', async () => {
    const w = await createWorld({ first: true });
    await w.admin.call('PATCH', `/integrations/${w.botId}`, { hearsAll: false });
    const visitor = await createMemoryVisitor(w.desk);
    const path = `/conversations/${visitor.conversationId}`;
    await visitor.send('To the bot');
    await w.admin.call('POST', `${path}/assign`, {});
    await visitor.send('To a person');
    await w.call('POST', `${path}/passControl`, { switchboardIntegration: w.botId });
    await visitor.send('To the bot again');
    const texts = (await w.eventsOf('conversation:message')).map(
      ({ payload }) => payload.message.content.text,
    );
    expect(texts).toEqual(['To the bot', 'To the bot again']);
  });

  it('gets no key of a link that opens a conversation, whoever writes it', async ({ w }) => {
    const visitor = await createMemoryVisitor(w.desk);
    const key = `WyJhYmMiLCJkZWYiLDE4MDAwMDAwMDAwMDAsMV0.${'s'.repeat(43)}`;
    const text = `This link fails: https://shop.example/help#porch-open=${key}`;
    await visitor.send(text);
    const path = `/conversations/${visitor.conversationId}/messages`;
    await w.admin.call('POST', path, { text });
    const metadata = { at: text };
    await w.call('POST', path, { author: { type: 'business' }, content: { type: 'text', text }, metadata });
    const told = await w.eventsOf('conversation:message');
    const kept = (await w.admin.call('GET', path)) as Answer;
    for (const all of [told, kept.messages]) {
      expect(all).toHaveLength(3);
      expect(JSON.stringify(all)).toContain(
        'This link fails: https://shop.example/help#porch-open=(taken-out)',
      );
      expect(JSON.stringify(all)).not.toContain('ssss');
    }
  });

  it('gets an answer that grows once, when it has ended or its visitor has stopped it', async ({ w }) => {
    const visitor = await createMemoryVisitor(w.desk);
    const path = `/conversations/${visitor.conversationId}/messages`;
    const write = async (method: string, to: string, body: object): Promise<Answer> => {
      const headers = {
        authorization: `Bearer ${w.desk.agentToken}`,
        'content-type': 'application/json',
      };
      const request = new Request(`${w.desk.origin}/agent/api${to}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      return (await w.desk.fetch(request)).json();
    };
    const begin = async (text: string): Promise<string> =>
      (await write('POST', path, { text, growing: true })).messages[0]._id;
    const [ended, stopped] = [await begin('With'), await begin('By')];
    await write('PATCH', `${path}/${ended}`, { text: 'Within 30' });
    await write('PATCH', `${path}/${stopped}`, { text: 'By mail' });
    expect(await w.eventsOf('conversation:message')).toEqual([]);
    await visitor.call('POST', `${path}/${stopped}/stop`);
    await write('PATCH', `${path}/${ended}`, { text: 'Within 30 days.', growing: false });
    const messages = (await w.eventsOf('conversation:message')).map(({ payload }) => payload.message);
    expect(messages.map(({ id, content }) => [id, content.text])).toEqual([
      [stopped, 'By mail'],
      [ended, 'Within 30 days.'],
    ]);
  });

  it('gets the addresses of uploads, and whole users where it wants them', async ({ w }) => {
    const { integrations } = (await w.admin.call('GET', '/integrations')) as Answer;
    const webhookId = integrations[0].webhooks[0].id;
    await w.call('PATCH', `/integrations/${w.botId}/webhooks/${webhookId}`, { includeFullUser: true });
    const user = (await w.call('POST', '/users', { externalId: 'c', profile: { givenName: 'Ada' } })).user;
    const { conversation } = await w.call('POST', '/conversations', {
      type: 'personal',
      participants: [{ userId: user.id }],
    });
    const form = new FormData();
    form.append('source', new Blob(['x']), 'a.pdf');
    const upload = `/agent/api/conversations/${conversation.id}/files`;
    await w.desk.fetch(
      new Request(`${w.desk.origin}${upload}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${w.desk.agentToken}` },
        body: form,
      }),
    );
    const [created] = await w.eventsOf('conversation:create');
    expect(created.payload).toMatchObject({
      creationReason: 'none',
      user: { externalId: 'c', profile: { givenName: 'Ada' } },
    });
    const [file] = await w.eventsOf('conversation:message');
    expect(file.payload.message.content.mediaUrl).toMatch(/^http:\/\/desk\.test\/uploads\//);
  });
});

it('the log of deliveries is read by admins, who send one again', async ({ w }) => {
  const visitor = await createMemoryVisitor(w.desk);
  await visitor.send('Hello');
  const before = await w.eventsOf();
  const { integrations } = (await w.admin.call('GET', '/integrations')) as Answer;
  const { id } = integrations[0].webhooks[0];
  const { deliveries } = (await w.admin.call('GET', `/webhooks/${id}/deliveries`)) as Answer;
  expect(deliveries.map(({ type, state, answer }: Answer) => [type, state, answer])).toEqual([
    ['conversation:message', 'sent', '200'],
    ['conversation:create', 'sent', '200'],
  ]);
  await w.admin.call('POST', `/deliveries/${deliveries[0].id}/repeat`, {});
  expect(await w.eventsOf()).toEqual([...before, before[1]]);
  const { entries } = (await w.admin.call('GET', '/audit?limit=1')) as Answer;
  expect(entries[0]).toMatchObject({ action: 'delivery-repeated', target: { name: 'bot.example' } });
  w.desk.close();
});
