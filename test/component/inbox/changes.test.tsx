import { screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { decodeEvents } from '../../../examples/support-desk/inbox/model/decodeEvents';
import { createApi } from '../../../examples/support-desk/inbox/services/api';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { openConversation, openInbox, renderInbox } from './support/renderInbox';

const events = (): string[] =>
  [...document.querySelectorAll('.log .event')].map((e) => e.textContent?.replace(/\s+\S*\d.*$/, '') ?? '');
const change = (id: string, at: number, what: string, assignee?: string) => ({
  _id: id,
  createdAt: T0 + at,
  what,
  assignee,
});

describe('changes of a conversation', () => {
  it('are shown between the messages, each with its time', async () => {
    const desk = new FakeDesk();
    desk.add('ana', {}, [message('1', { received: T0 }), message('2', { received: T0 + 60 })]);
    const kinds = [
      { what: 'queued' },
      { what: 'assigned', assignee: 'Ada' },
      { what: 'closed' },
      { what: 'reopened' },
      { what: 'ended' },
      { what: 'closed', by: 'Ben' },
      { what: 'assigned', assignee: 'Ada', by: 'Ben' },
      { what: 'routed', assignee: 'Helper' },
      { what: 'unassigned', assignee: 'Ada' },
      { what: 'handedOver', assignee: 'Helper' },
      { what: 'answersMailed' },
      { what: 'answersDelayed' },
      { what: 'answersHeld' },
      { what: 'answersRefused' },
      { what: 'answersNotMailed' },
      { what: 'teamMailed' },
      { what: 'merged', assignee: 'Mossy Stork' },
      { what: 'merged', assignee: 'Mossy Stork', by: 'Ada' },
      { what: 'separated', assignee: 'Bo', by: 'Ada' },
      { what: 'assigned', assignee: 'Ada', by: 'Ada', why: 'reply' },
      { what: 'assigned', assignee: 'Ada', why: 'turn' },
      { what: 'snoozed', by: 'Ada' },
      { what: 'woke', by: 'Ben' },
      { what: 'woke', why: 'time' },
      { what: 'woke', why: 'visitor' },
      { what: 'woke', why: 'removed' },
    ] as const;
    desk.happenings.set(
      'ana',
      kinds.map((kind, i) => ({ id: `h${i}`, kind: 'change', received: T0 + i * 20, ...kind })),
    );
    await openInbox(desk, 'Visitor ana');
    await waitFor(() =>
      expect(events()).toEqual([
        'Put in the queue',
        'Assigned to Ada',
        'Closed',
        'Reopened by Visitor ana',
        'Ended by Visitor ana',
        'Closed by Ben',
        'Assigned to Ada by Ben',
        'Given to Helper automatically',
        'Unassigned automatically: Ada was removed from the team',
        'Put in the queue automatically: Helper did not take the message',
        'Unread answers sent to Visitor ana by email automatically',
        'Unread answers not sent to Visitor ana yet: the mail server does not take them. They are tried again automatically',
        'Unread answers not sent to Visitor ana yet: the desk sends few emails to an address that nobody has answered from. They are sent later automatically',
        'Unread answers not sent to Visitor ana: the mail server refused them. They go with the next answer',
        'Unread answers not sent to Visitor ana: the mail server took none of many tries. They go with the next answer',
        'The team was told by email automatically that this visitor waits',
        'Visitor ana logged in, and was Mossy Stork before',
        'Ada merged Mossy Stork into Visitor ana',
        'Ada separated this visitor from Bo',
        'Assigned to Ada automatically, by their answer',
        'Assigned to Ada in turn',
        'Snoozed by Ada until the visitor writes',
        'Woken by Ben',
        'The snooze is over',
        'Woken by the visitor',
        'Woken automatically: its agent was removed from the team',
      ]),
    );
    const order = [...document.querySelectorAll('.log .message, .log .event')].map((e) =>
      e.classList.contains('message') ? 'message' : 'event',
    );
    expect(order.join(' ')).toBe(`message event event event message${' event'.repeat(23)}`);
    for (const line of document.querySelectorAll('.log .event'))
      expect(line.querySelector('time')?.dateTime).toMatch(/^\d{4}-/);
  });

  it('arrive live and once, and name an end by the visitor', async () => {
    const desk = new FakeDesk();
    desk.add('ana', {}, [message('1', { received: T0 })]);
    await openInbox(desk, 'Visitor ana');
    const updated = (what: object) =>
      desk.emit({ type: 'conversation:updated', conversation: desk.of('ana'), change: what as never });
    updated(change('a', 1, 'assigned', 'Ada'));
    updated(change('a', 1, 'assigned', 'Ada'));
    updated(change('b', 2, 'ended'));
    await waitFor(() => expect(events()).toEqual(['Assigned to Ada', 'Ended by Visitor ana']));
    const said = [...document.querySelectorAll('[aria-live]:not([aria-live=off])')]
      .map((e) => e.textContent)
      .join(' ');
    expect(said).toContain('Ended by Visitor ana');
    expect(said).not.toContain('Assigned');
  });

  it('arrive with the message that reopened it, and stand before it', async () => {
    const desk = new FakeDesk();
    desk.add('ana', { status: 'idle' }, [message('1', { received: T0 })]);
    const { inbox } = await renderInbox(desk);
    inbox.workspace.value?.listing.setView('closed');
    await screen.findByRole('list', { name: 'Conversations' });
    await openConversation(inbox, 'Visitor ana');
    desk.emit({
      type: 'message',
      conversation: { ...desk.of('ana'), status: 'active' },
      message: message('2', { received: T0 + 10 }),
      change: change('r', 9.999, 'reopened'),
    });
    await waitFor(() => expect(events()).toEqual(['Reopened by Visitor ana']));
    const last = [...document.querySelectorAll('.log .message, .log .event')].slice(-2);
    expect(last.map((e) => e.className.split(' ')[0])).toEqual(['event', 'message']);
  });

  it('are read from the desk, without unknown ones', async () => {
    const answers: Record<string, unknown[]> = {
      changes: [
        change('a', 1, 'assigned', 'Ada'),
        change('b', 2, 'vanished'),
        change('c', 3, 'ended', 7 as never),
        { what: 'closed' },
        null,
      ],
      postbacks: [{ _id: 'p', createdAt: T0, text: 'Track' }],
    };
    const fetch = vi.fn(async (path: string) => {
      const kind = String(path).split('/').pop() ?? '';
      return new Response(JSON.stringify({ happenings: answers[kind] ?? [], notes: [] }));
    });
    const result = await createApi({ fetch: fetch as never }).happenings('ana');
    expect(result).toEqual({
      ok: true,
      value: [
        { id: 'p', kind: 'postback', received: T0, text: 'Track' },
        { id: 'a', kind: 'change', received: T0 + 1, what: 'assigned', assignee: 'Ada' },
        { id: 'c', kind: 'change', received: T0 + 3, what: 'ended', assignee: undefined },
      ],
    });
    const [odd] = decodeEvents({
      events: [{ type: 'conversation:updated', conversation: { _id: 'ana' }, change: { _id: 3 } }],
    });
    expect(odd).toMatchObject({ type: 'conversation:updated', change: undefined });
  });
});
