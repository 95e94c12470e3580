import { describe, expect, it } from 'vitest';
import { AGENT_CHANNEL } from '../../../examples/support-desk/shared/channels';
import { createFakeClock, flush } from '../../support/fakeClock';
import { createMemoryHub } from '../../support/memory/memoryBus';
import type { MemoryDesk } from '../../support/memoryDesk';
import { createMemoryDesks, type DeskOfSeveral } from '../../support/memoryDesks';
import {
  callMemoryDesk,
  createMemoryVisitor,
  HANDSHAKE,
  type Reply,
  subscribeInMemory,
} from '../../support/memoryVisitor';
import { askWithCookie, signInAgent } from '../../support/signInAgent';

const standing = (settings?: unknown) => {
  const clock = createFakeClock();
  const hub = createMemoryHub();
  const { desks } = createMemoryDesks(2, { clock, settings, connect: () => hub.join() });
  const [a, b] = desks as [DeskOfSeveral, DeskOfSeveral];
  return { clock, hub, a, b };
};

/** What the calls and subscriptions of a visitor use of a desk. */
const asDesk = (desk: DeskOfSeveral) => desk as unknown as MemoryDesk;

/** An inbox that waits for events. @param ticket asks for one at this process */
const openInbox = async (
  desk: DeskOfSeveral,
  ticket: () => Promise<unknown> = () => desk.agent.call('POST', '/tickets'),
) => {
  const socket = desk.openSocket();
  const replies: Reply[] = [];
  socket.onmessage = ({ data }) => replies.push(...(JSON.parse(data) as Reply[]));
  const send = async (message: object) => {
    socket.send(JSON.stringify([message]));
    await flush();
  };
  await flush();
  await send(HANDSHAKE);
  const clientId = replies[0]?.clientId;
  const connect = () => send({ channel: '/meta/connect', clientId, connectionType: 'websocket' });
  await send({
    channel: '/meta/subscribe',
    clientId,
    subscription: AGENT_CHANNEL,
    ext: await ticket(),
  });
  await connect();
  return { replies, connect };
};

describe('two processes of a desk', () => {
  it('make every visitor and every inbox subscribe again within three seconds when they may have missed events', async () => {
    const { clock, hub, a, b } = standing();
    const visitor = await createMemoryVisitor(asDesk(a));
    const tabs = await Promise.all(
      Array.from({ length: 20 }, () => subscribeInMemory(asDesk(b), visitor.id, visitor.ext)),
    );
    const inbox = await openInbox(b);
    hub.gap();
    await clock.advance(3000);
    await inbox.connect();
    for (const tab of tabs)
      expect(await tab.connect()).toMatchObject({ successful: false, advice: { reconnect: 'handshake' } });
    expect(inbox.replies.at(-1)).toMatchObject({ successful: false, advice: { reconnect: 'handshake' } });
  });

  it('end a subscription at one when its session ends at the other', async () => {
    const { a, b } = standing();
    const visitor = await createMemoryVisitor(asDesk(a));
    const live = await subscribeInMemory(asDesk(b), visitor.id, visitor.ext);
    await a.agent.send(visitor.conversationId, { text: 'hello' });
    await flush();
    await a.agent.call('POST', `/users/${visitor.id}/expire-sessions`);
    await a.agent.send(visitor.conversationId, { text: 'secret' });
    await flush();
    expect(live.texts()).toEqual(['hello']);
  });

  it.each(['/agents/ben', '/me/sessions/SESSION'])(
    'end what a colleague hears at one with the other’s DELETE %s, also where the bus has lost it',
    async (path) => {
      for (const isLost of [false, true]) {
        const { clock, hub, a, b } = standing();
        const visitor = await createMemoryVisitor(asDesk(a));
        const admin = await signInAgent(a, { id: 'ada', role: 'admin' }, clock.now());
        const ben = await signInAgent(b, { id: 'ben' }, clock.now());
        const { cookie } = path.startsWith('/me') ? ben : admin;
        // A ticket of one process is good at the other.
        const inbox = await openInbox(b, () =>
          askWithCookie(a, ben.cookie)('POST', '/tickets').then((r) => r.json()),
        );
        const heard = () => JSON.stringify(inbox.replies);
        await a.agent.send(visitor.conversationId, { text: 'hello' });
        await flush();
        expect(heard()).toContain('hello');
        await inbox.connect();
        if (isLost) hub.lose();
        const ended = await askWithCookie(a, cookie)('DELETE', path.replace('SESSION', ben.sessionId));
        expect(ended.status).toBe(200);
        hub.find();
        await clock.advance(isLost ? 3000 : 0);
        await flush();
        expect((await ben.ask('GET', '/session')).status).toBe(401);
        await a.agent.send(visitor.conversationId, { text: 'secret' });
        await flush();
        expect(heard()).not.toContain('secret');
      }
    },
  );

  it('tell a visitor once that the team is away', async () => {
    const never = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const { a, b } = standing({
      hours: { enabled: true, days: never, message: { enabled: true, text: 'We are away' } },
    });
    const visitor = await createMemoryVisitor(asDesk(a));
    const { ext, conversationId } = visitor;
    const authorization = `Basic ${btoa(`${ext.appUserId}:${ext.sessionToken}`)}`;
    await Promise.all(
      [a, b, a, b].map((desk, at) =>
        callMemoryDesk(
          asDesk(desk),
          'POST',
          `/conversations/${conversationId}/messages`,
          { message: { text: `Hello ${at}` } },
          authorization,
        ),
      ),
    );
    const { texts } = await visitor.messages();
    expect(texts.filter((text) => text === 'We are away')).toHaveLength(1);
    expect(texts).toHaveLength(5);
  });

  it('send after a second what one that was killed has left', async () => {
    const { clock, hub, a, b } = standing();
    const visitor = await createMemoryVisitor(asDesk(a));
    const live = await subscribeInMemory(asDesk(b), visitor.id, visitor.ext);
    hub.lose();
    await a.agent.send(visitor.conversationId, { text: 'last words' });
    a.kill();
    hub.find();
    await clock.advance(3000);
    await flush();
    expect(live.texts()).toEqual(['last words']);
  });
});
