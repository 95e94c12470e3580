import { describe, expect, it } from 'vitest';
import { AGENT_LIST_CHANNEL, conversationChannel } from '../../examples/support-desk/shared/channels';
import { startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  fayeClient,
  listen,
  listenAsAgent,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { agentExt } from '../support/tickets';

describe('the channels of agents', async () => {
  const desk = await forThisFile(startDesk());

  const ext = () => agentExt(desk);
  const answer = (visitor: Visitor, text: string) =>
    agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text });
  const activity = (visitor: Visitor, type: string) =>
    visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, { activity: { type } });

  it.each(['websocket', 'long-polling'] as const)(
    'have all of one conversation in order, whole, and nothing of another, over %s',
    async (transport) => {
      const [ana, bo] = [await createVisitor(desk), await createVisitor(desk)];
      const open = await listen(desk, conversationChannel(ana.conversationId), ext(), transport);
      await sendText(bo, 'of another');
      await sendText(ana, 'one');
      await answer(ana, 'two');
      await activity(ana, 'conversation:read');
      await activity(ana, 'typing:start');
      await agent(desk)('POST', `/conversations/${ana.conversationId}/tags`, { add: 'shoes' });
      await agent(desk)('POST', `/conversations/${ana.conversationId}/close`, {});
      const events = await open.until(7);
      expect(events.map((e) => [e.type, e.message?.text ?? e.activity?.type])).toEqual([
        ['conversation:added', undefined],
        ['message', 'one'],
        ['message', 'two'],
        ['activity', 'conversation:read'],
        ['activity', 'typing:start'],
        ['conversation:updated', undefined],
        ['conversation:updated', undefined],
      ]);
      for (const { conversation } of events) expect(conversation._id).toBe(ana.conversationId);
      expect(events.at(-1)).toMatchObject({
        conversation: { tags: ['shoes'], visitor: { appUserId: ana.id, channels: [] } },
        change: { what: 'closed' },
      });
      open.stop();
    },
  );

  it('have the rows of all conversations, without what no row shows', async () => {
    const [ana, bo] = [await createVisitor(desk), await createVisitor(desk)];
    const [list, programs] = [await listen(desk, AGENT_LIST_CHANNEL, ext()), await listenAsAgent(desk)];
    await sendText(ana, 'from ana');
    await sendText(bo, 'from bo');
    await activity(ana, 'conversation:read');
    const rows = await list.until(2);
    expect(rows.map(({ type, message }) => [type, message.text])).toEqual([
      ['row', 'from ana'],
      ['row', 'from bo'],
    ]);
    for (const { conversation } of rows)
      for (const field of ['createdAt', 'fields', 'visitorLastRead'])
        expect(conversation).not.toHaveProperty(field);
    // Programs hear each event, whole.
    expect(await programs.until(5)).toHaveLength(5);
    list.stop();
    programs.stop();
  });

  it('are at most 20 for one client, which may leave one for another', async () => {
    const client = fayeClient(desk, ext());
    const subscribe = (id: string) => client.subscribe(conversationChannel(id), () => undefined);
    const all = Array.from({ length: 20 }, (_, n) => subscribe(`c${n}`));
    await Promise.all(all);
    await expect(subscribe('one-more')).rejects.toMatchObject({
      code: 403,
      message: 'Too many subscriptions',
    });
    await subscribe('c3');
    (all[0] as unknown as { cancel(): void }).cancel();
    await subscribe('one-more');
    client.disconnect();
  });
});
