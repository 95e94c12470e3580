import { describe, expect, it } from 'vitest';
import { createAgentChannels } from '../../../examples/support-desk/server/realtime/agentChannels';
import type { AgentConversation } from '../../../examples/support-desk/shared/answers/conversations';
import type { AgentEvent } from '../../../examples/support-desk/shared/answers/events';
import type { AgentMessage } from '../../../examples/support-desk/shared/answers/messages';
import { createFakeClock } from '../../support/fakeClock';

const message = (id: string, more: Partial<AgentMessage> = {}): AgentMessage => ({
  _id: id,
  type: 'text',
  role: 'appUser',
  received: 1,
  text: `text of ${id}`,
  ...more,
});

const conversation = (more: Partial<AgentConversation> = {}): AgentConversation => ({
  _id: 'ana',
  displayName: 'Ana',
  nameFrom: 'login',
  status: 'active',
  tags: ['shoes'],
  fields: [{ id: '1', value: 'secret of the details' }],
  createdAt: 1,
  lastUpdatedAt: 2,
  unreadCount: 1,
  visitor: { appUserId: 'user', email: 'ana@example.com', properties: [{ name: 'plan', value: 'pro' }] },
  ...more,
});

const activity = (type: string, role: 'appUser' | 'appMaker'): AgentEvent => ({
  type: 'activity',
  conversation: conversation(),
  activity: { type, role },
});

const standing = (hears = true) => {
  const clock = createFakeClock();
  const published: { channel: string; event: Record<string, unknown> }[] = [];
  const batches: number[] = [];
  const tell = createAgentChannels(
    {
      hears: () => hears,
      publish: (channel, { events }) => {
        if (channel === '/desk/list') batches.push(events.length);
        for (const event of events) published.push({ channel, event: JSON.parse(JSON.stringify(event)) });
      },
    },
    clock,
  );
  const on = (channel: string) => published.filter((p) => p.channel === channel).map(({ event }) => event);
  return {
    clock,
    tell,
    on,
    list: () => on('/desk/list'),
    /** How many events came in each message of the list. */
    batches: () => batches,
  };
};

describe('agents’ events', () => {
  const events: AgentEvent[] = [
    { type: 'message', conversation: conversation(), message: message('1') },
    activity('typing:start', 'appUser'),
    activity('conversation:read', 'appMaker'),
    { type: 'postback', conversation: conversation(), postback: { _id: 'p', createdAt: 1, text: 'Yes' } },
    { type: 'referral', conversation: conversation(), referral: { _id: 'r', createdAt: 1 } },
    { type: 'conversation:added', conversation: conversation() },
    { type: 'conversation:updated', conversation: conversation() },
  ];

  it.each(events.map((event) => [event.type, event] as const))(
    'of the kind %s go whole to the conversation and to programs, and to the list as a row',
    (_type, event) => {
      const { tell, on, list } = standing();
      tell(event);
      expect(on('/desk/conversations/ana')).toEqual([event]);
      expect(on('/desk/agents')).toEqual([event]);
      expect(list()).toMatchObject([{ type: 'row', conversation: { _id: 'ana', unreadCount: 1 } }]);
      expect(JSON.stringify(list())).not.toMatch(/secret of the details|ana@example|pro/);
    },
  );

  it.each(['conversation:read', 'message:delivery'])(
    'that a row shows nothing of (a visitor’s %s) are not for the list',
    (type) => {
      const { tell, on, list } = standing();
      tell(activity(type, 'appUser'));
      expect([on('/desk/conversations/ana').length, list().length]).toEqual([1, 0]);
    },
  );

  const shared: AgentEvent[] = [
    { type: 'settings:saved', version: 1, author: 'Bo', savedAt: 1 },
    { type: 'saved-replies' },
    { type: 'views' },
    { type: 'conversations:deleted', conversationIds: ['ana'] },
  ];

  it.each(shared.map((event) => [event.type, event] as const))(
    'of no one conversation (%s) go to the list as they are',
    (_type, event) => {
      const { tell, on, list } = standing();
      tell(event);
      expect([list(), on('/desk/agents')]).toEqual([[event], [event]]);
    },
  );

  it('keep no timer and make no row while no inbox listens', () => {
    const { clock, tell, list } = standing(false);
    tell(events[0] as AgentEvent);
    expect([list(), clock.pending()]).toEqual([[], 0]);
  });
});

describe('the rows of a conversation', () => {
  it('come once a second, with its newest state and the news of all events between', async () => {
    const { clock, tell, list } = standing();
    const said = (id: string, role: 'appUser' | 'appMaker', unreadCount: number): void => {
      const last = message(id, { role });
      tell({
        type: 'message',
        conversation: conversation({ lastMessage: last, unreadCount }),
        message: last,
      });
    };
    said('1', 'appUser', 1);
    expect(list()).toHaveLength(1);
    said('2', 'appUser', 2);
    tell({
      type: 'postback',
      conversation: conversation({ unreadCount: 2 }),
      postback: { _id: 'p', createdAt: 1, text: 'Yes', payload: 'not for the list' },
    });
    said('3', 'appMaker', 0);
    await clock.advance(999);
    expect(list()).toHaveLength(1);
    await clock.advance(1);
    expect(list()[1]).toEqual({
      type: 'row',
      conversation: {
        _id: 'ana',
        displayName: 'Ana',
        nameFrom: 'login',
        status: 'active',
        tags: ['shoes'],
        lastUpdatedAt: 2,
        unreadCount: 0,
        lastMessage: { _id: '3', type: 'text', role: 'appMaker', received: 1, text: 'text of 3' },
        visitor: { appUserId: 'user' },
      },
      message: { _id: '2', type: 'text', role: 'appUser', received: 1, text: 'text of 2' },
      typing: false,
      postback: { _id: 'p', createdAt: 1, text: 'Yes' },
    });
    await clock.advance(10_000);
    expect([list().length, clock.pending()]).toEqual([2, 0]);
  });

  it('have the first message of a new conversation at once', () => {
    const { tell, list } = standing();
    tell({ type: 'conversation:added', conversation: conversation({ lastMessage: message('1') }) });
    expect(list()).toMatchObject([{ type: 'row', message: { _id: '1' } }]);
  });

  it('say whether the visitor types at their time, and name an end by the visitor', async () => {
    const { clock, tell, list } = standing();
    tell(activity('typing:start', 'appUser'));
    tell(activity('typing:stop', 'appUser'));
    tell({
      type: 'conversation:updated',
      conversation: conversation({ status: 'idle' }),
      change: { _id: 'c', createdAt: 1, what: 'ended' },
    });
    await clock.advance(1000);
    expect(list()).toMatchObject([
      { typing: true },
      { typing: false, change: { _id: 'c', what: 'ended' }, conversation: { status: 'idle' } },
    ]);
  });

  it('have the start of a long or rich message as text', async () => {
    const { clock, tell, list } = standing();
    const said = (more: Partial<AgentMessage>, _id: string): void => {
      const last = message(_id, more);
      tell({ type: 'message', conversation: conversation({ _id, lastMessage: last }), message: last });
    };
    said({ text: 'x'.repeat(4000) }, 'long');
    said(
      { type: 'list', text: undefined, items: [{ title: 'Boots', actions: [] }, { title: 'Pack' }] },
      'rich',
    );
    await clock.advance(100);
    expect(list()).toMatchObject([
      { message: { text: 'x'.repeat(300) } },
      { message: { type: 'list', text: 'Boots\nPack' } },
    ]);
  });

  it('of several conversations are sent together after the first, ten times a second', async () => {
    const { clock, tell, batches } = standing();
    for (let n = 0; n < 30; n++) {
      tell({ type: 'conversation:added', conversation: conversation({ _id: `c${n}` }) });
      await clock.advance(20);
    }
    await clock.advance(100);
    expect(batches()).toEqual([1, 4, 5, 5, 5, 5, 5]);
    expect(clock.pending()).toBeGreaterThan(0);
    await clock.advance(1000);
    expect(clock.pending()).toBe(0);
  });

  it('end with their conversation', async () => {
    const { clock, tell, list } = standing();
    const said: AgentEvent = { type: 'message', conversation: conversation(), message: message('1') };
    tell(said);
    tell(said);
    tell({ type: 'conversations:deleted', conversationIds: ['ana'] });
    await clock.advance(5000);
    expect(list().map(({ type }) => type)).toEqual(['row', 'conversations:deleted']);
  });
});
