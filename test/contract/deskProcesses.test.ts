import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  at,
  createVisitor,
  fayeClient,
  type LiveEvent,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  type Transport,
  visitorChannel,
} from '../support/deskClient';
import { forThisTest } from '../support/forThis';
import { createMemoryHub } from '../support/memory/memoryBus';
import { createMemoryStore } from '../support/memory/memoryStore';

/** Two processes of one desk. */
const startTwo = async () => {
  const hub = createMemoryHub();
  const store = createMemoryStore(randomUUID());
  const agentToken = randomBytes(12).toString('hex');
  const startOne = () => forThisTest(startDesk({ store, agentToken, bus: hub.join() }));
  return { hub, one: await startOne(), two: await startOne() };
};

describe('two processes of one desk', () => {
  it('deliver the messages of both sides to whoever listens, wherever they were taken', async () => {
    const { one, two } = await startTwo();
    const visitor = await createVisitor(one);
    const [atOne, atTwo, agents] = await Promise.all([
      listenAsVisitor(one, visitor),
      listenAsVisitor(two, visitor),
      listenAsAgent(two),
    ]);
    await sendText(visitor, 'At one');
    await sendText(at(two, visitor), 'At two');
    await agent(one)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'An answer' });
    const texts = ['At one', 'At two', 'An answer'];
    const heard = (events: LiveEvent[]) =>
      events.flatMap(({ type, message }) => (type === 'message' ? message.text : []));
    for (const { events } of [atOne, atTwo]) await expect.poll(() => heard(events)).toEqual(texts);
    await expect.poll(() => heard(agents.events)).toEqual(texts);
    for (const { stop } of [atOne, atTwo, agents]) stop();
  });

  it('end the subscriptions of a session wherever they were made', async () => {
    const { one, two } = await startTwo();
    const visitor = await createVisitor(one);
    // Faye's client for Node throws where a websocket closes while it subscribes again.
    const listening = await listenAsVisitor(two, visitor, 'long-polling');
    await agent(one)('POST', `/users/${visitor.id}/expire-sessions`);
    expect(await listening.refused()).toContain('401');
  });

  it('make their clients subscribe again where events may have been missed, so that they catch up', async () => {
    const { hub, one, two } = await startTwo();
    const visitor = await createVisitor(one);
    const listening = await listenAsVisitor(two, visitor, 'long-polling');
    hub.gap();
    await listening.handshakes(2);
    listening.stop();
  });

  it('deliver, when the bus is back, what was stored while it was away', async () => {
    const { hub, one, two } = await startTwo();
    const visitor = await createVisitor(one);
    const listening = await listenAsVisitor(two, visitor);
    hub.lose();
    expect((await sendText(visitor, 'While it is away')).status).toBe(201);
    hub.find();
    await one.sweepPublications();
    const [event] = await listening.until(1);
    expect(event?.message.text).toBe('While it is away');
    listening.stop();
  });

  it.each<Transport>(['websocket', 'long-polling'])(
    'hand out one address for all live requests of a visitor, over %s',
    async (transport) => {
      const { one, two } = await startTwo();
      const visitor = await createVisitor(one);
      const addressAt = async (desk: Desk) => {
        const { body } = await at(desk, visitor).call('GET', `/appusers/${visitor.id}`);
        return body.settings.realtime.baseUrl;
      };
      const address = await addressAt(one);
      expect(address).toMatch(/^http.*\/faye\?u=[\w-]{10}$/);
      expect((await addressAt(two)).replace(two.origin, one.origin)).toBe(address);
      const other = await createVisitor(one);
      const { body } = await other.call('GET', `/appusers/${other.id}`);
      expect(body.settings.realtime.baseUrl).not.toBe(address);
      const ext = { appId: one.appId, appUserId: visitor.id, sessionToken: visitor.sessionToken };
      const client = fayeClient(one, ext, transport, address);
      const heard: string[] = [];
      await client.subscribe(visitorChannel(one, visitor.id), ({ events }) =>
        heard.push(...events.map(({ type }) => type)),
      );
      await sendText(visitor, 'Hello');
      await expect.poll(() => heard).toContain('message');
      client.disconnect();
    },
  );
});

it('a desk of one process hands out its live address without a hash', async () => {
  const desk = await forThisTest(startDesk());
  const visitor = await createVisitor(desk);
  const { body } = await visitor.call('GET', `/appusers/${visitor.id}`);
  expect(body.settings.realtime.baseUrl).toBe(`${desk.origin}/faye`);
  const session = await agent(desk)('GET', '/session');
  expect(session.body.realtime.baseUrl).toBe(`${desk.origin}/faye`);
});
