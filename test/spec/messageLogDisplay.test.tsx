import { act, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { createVisitor, log, returning, row, rows } from './support/visitor';

const dividers = () =>
  [...log().querySelectorAll('time')].map((t) => t.closest('li')?.nextElementSibling?.textContent);

describe('the message log', () => {
  it('A timestamp divider is inserted at the start and whenever the gap since the previous message exceeds 900 seconds.', async () => {
    await createVisitor({
      storage: returning(),
      before(service) {
        service.add({ text: 'first' }, 5000);
        service.add({ text: '900 s later' }, 4100);
        service.add({ text: '901 s later' }, 3199);
        const { received } = service.add({ text: '1 s later' }, 3198);
        service.describe({ participants: [{ appUserId: 'u', lastRead: received }] });
      },
    });
    expect(dividers()).toEqual([expect.stringMatching(/first$/), expect.stringMatching(/901 s later$/)]);
  });

  it('An unread divider goes before the first agent message newer than lastRead.', async () => {
    await createVisitor({
      storage: returning(),
      before(service) {
        service.add({ text: 'read' }, 60);
        const { received } = service.add({ text: 'read last' }, 50);
        service.add({ text: 'own', role: 'appUser' }, 40);
        service.add({ text: 'unread' }, 30);
        service.add({ text: 'unread, too' }, 20);
        service.describe({ participants: [{ appUserId: 'u', unreadCount: 2, lastRead: received }] });
      },
    });
    const said = rows().map((text) => text.replace(/^.*[AP]M/, ''));
    expect(said).toEqual(['', 'read', 'read last', 'own', 'New messages', 'unread', 'unread, too']);
  });

  it('A typing indicator is appended unless the last text message has reply actions.', async () => {
    const visitor = await createVisitor();
    const types = async () => {
      await visitor.activity('typing:start', { data: { name: 'Ann' } });
      return rows().filter((text) => text === 'Ann is typing').length;
    };
    await visitor.agentSays('No choice');
    expect([await types(), rows().at(-1)]).toEqual([1, 'Ann is typing']);
    await visitor.agentSays({ text: 'Choose', actions: [{ type: 'reply', text: 'Yes' }] });
    expect(await types()).toBe(0);
    // This is the newest message, but not the newest text.
    await visitor.agentSays({ type: 'image', mediaUrl: 'https://a.example/x.png' });
    expect(await types()).toBe(0);
    await visitor.says('Yes');
    expect(await types()).toBe(1);
  });

  it('Form responses take the author name and avatar from the quoted form. (log-4)', async () => {
    const visitor = await createVisitor();
    const form = await visitor.agentSays({
      type: 'form',
      name: 'Mara',
      avatarUrl: 'https://a.example/mara.png',
      fields: [{ type: 'text', name: 'size', label: 'Size' }],
    });
    await visitor.agentSays({
      type: 'formResponse',
      role: 'appUser',
      name: 'The visitor',
      quotedMessageId: form._id,
      fields: [{ type: 'text', name: 'size', label: 'Size', text: '42' }],
    });
    const response = row('42');
    expect(within(response).getByText('Mara')).toBeTruthy();
    expect(response.querySelector('img')?.getAttribute('src')).toBe('https://a.example/mara.png');
    expect(response.textContent).not.toContain('The visitor');
  });

  it('Messages are grouped by author, with first-in-group and last-in-group flags.', async () => {
    const visitor = await createVisitor();
    for (const [text, authorId] of [
      ['a1', 'ann'],
      ['a2', 'ann'],
      ['a3', 'ann'],
      ['b1', 'bo'],
      ['a4', 'ann'],
    ])
      await visitor.agentSays({ text, authorId, name: authorId });
    await visitor.says('own 1');
    await visitor.says('own 2');
    const flags = (text: string) => {
      const li = row(text);
      const first = li.hasAttribute('data-first');
      const last = li.hasAttribute('data-last');
      return `${text}:${first ? ' first' : ''}${last ? ' last' : ''}`;
    };
    expect(['a1', 'a2', 'a3', 'b1', 'a4', 'own 1', 'own 2'].map(flags)).toEqual([
      'a1: first',
      'a2:',
      'a3: last',
      'b1: first last',
      'a4: first last',
      'own 1: first',
      'own 2: last',
    ]);
    // Only the first message of a group shows the name.
    expect(within(log()).getAllByText('ann')).toHaveLength(2);
  });

  it('The last non-failed message is flagged.', async () => {
    const visitor = await createVisitor();
    await visitor.says('one');
    await visitor.says('two');
    expect(rows().filter((text) => /Sent$/.test(text))).toEqual([expect.stringMatching(/twoSent$/)]);
    await visitor.says('x'.repeat(4097));
    expect(rows().at(-1)).toMatch(/too long/);
    expect(rows().filter((text) => /Sent$/.test(text))).toEqual([expect.stringMatching(/twoSent$/)]);
  });

  it('… so the receipt of the visitor’s last message is gone once the agent has answered, and comes back for their next.', async () => {
    const visitor = await createVisitor();
    await visitor.says('Hello');
    await visitor.activity('conversation:read', { data: { lastRead: visitor.service.log[0]?.received } });
    expect(rows().at(-1)).toMatch(/HelloSeen$/);
    await visitor.agentSays('Hello to you');
    expect(rows().join(' ')).not.toMatch(/Sent|Seen/);
    await visitor.says('Thank you');
    expect(rows().filter((text) => /(Sent|Seen)$/.test(text))).toEqual([
      expect.stringMatching(/Thank youSent$/),
    ]);
  });

  it('Lists are ordered: conversations by lastUpdatedAt descending (list-7)', async () => {
    const visitor = await createVisitor({ messenger: { canUserSeeConversationList: true } });
    const at = (ago: number) => visitor.clock.now() / 1000 - ago;
    visitor.service.list.push(
      { _id: 'old', displayName: 'Old', lastUpdatedAt: at(900) },
      { _id: 'new', displayName: 'New', lastUpdatedAt: at(100) },
      { _id: 'c', displayName: 'Middle', lastUpdatedAt: at(500) },
    );
    await act(() => visitor.conversations.show());
    await visitor.settle();
    const names = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent);
    expect(names()).toEqual(['New', 'Middle', 'Old']);
    await visitor.hears({
      type: 'message',
      conversation: { _id: 'old' },
      message: { _id: 'm', type: 'text', role: 'appMaker', text: 'hi', received: at(1) },
    });
    expect(names()).toEqual(['Old', 'New', 'Middle']);
  });

  it('… messages by received ascending.', async () => {
    const visitor = await createVisitor();
    const at = (text: string, ago: number) => ({
      type: 'message',
      message: visitor.service.add({ text }, ago),
    });
    await visitor.hears(at('third', 10), at('first', 30), at('fourth', 5), at('second', 20));
    expect(
      rows()
        .slice(1)
        .map((text) => text.replace(/^.*[AP]M/, '')),
    ).toEqual(['first', 'second', 'third', 'fourth']);
  });
});
