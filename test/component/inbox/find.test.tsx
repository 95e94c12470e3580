import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import { excerpt, mark } from '../../../examples/support-desk/inbox/model/find';
import { initials, TINTS, tintOf } from '../../../examples/support-desk/inbox/model/people';
import { createFakeClock } from '../../support/fakeClock';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { openConversation, openInbox, renderInbox, reply } from './support/renderInbox';

const start = async () => {
  const desk = new FakeDesk();
  desk.add('ana', { routingStatus: 'queued', queuedAt: T0 + 9 }, [
    message('1', { text: 'Old boots', received: T0 + 3 }),
  ]);
  desk.add('bo', { routingStatus: 'queued', queuedAt: T0 + 5 }, [
    message('2', { text: 'A lamp', received: T0 + 2 }),
  ]);
  desk.add('chi', { status: 'idle' }, [
    message('3', { text: 'New BOOTS (two)', received: T0 }),
    message('4', { text: 'Thanks', received: T0 + 1 }),
  ]);
  desk.add('dora', { routingStatus: 'assigned', assignee: 'Maya', assigneeId: desk.accounts.agent.id }, [
    message('5', { received: T0 }),
  ]);
  desk.add('emil', { routingStatus: 'assigned', assignee: 'Grace', assigneeId: 'grace' }, [
    message('6', { received: T0 - 1 }),
  ]);
  const { inbox } = await renderInbox(desk);
  return { desk, inbox };
};

/** The desk is asked for new counts at most every 2 s. */
const AFTER_PAUSE = { timeout: 4000 };

const names = (): string[] =>
  [...document.querySelectorAll('.row-name')].map((name) => name.textContent?.replace('Visitor ', '') ?? '');
const show = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }));
const search = (value: string) =>
  fireEvent.input(screen.getByRole('searchbox', { name: 'Search conversations' }), { target: { value } });

const it = test.extend('desk', async () => (await start()).desk);

describe('the views of the inbox', () => {
  it('show what nobody has, the agent’s own, all that is open, and what is closed, with the desk’s counts', async () => {
    const { desk } = await start();
    expect(names()).toEqual(['ana', 'bo', 'dora', 'emil']);
    await screen.findByRole('radio', { name: /^All 4$/ });
    show(/^Unassigned 2$/);
    await waitFor(() => expect(names()).toEqual(['ana', 'bo']));
    show(/^Mine 1$/);
    await waitFor(() => expect(names()).toEqual(['dora']));
    show(/^Closed$/);
    await waitFor(() => expect(names()).toEqual(['chi']));
    await waitFor(() => expect(desk.queries.at(-1)).toMatchObject({ view: 'closed' }));
    show(/^All/);
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('show what mentions the agent, closed or read as well, and count what is unread', async () => {
    const { desk } = await start();
    const own = desk.accounts.agent.id;
    for (const [id, mentioned] of [
      ['chi', [own]],
      ['emil', []],
    ] as const) {
      Object.assign(desk.of(id), { mentions: [own, 'grace'], mentioned });
      desk.emit({ type: 'conversation:updated', conversation: desk.of(id) });
    }
    await screen.findByRole('radio', { name: /^Mentions 1$/ }, AFTER_PAUSE);
    show(/^Mentions/);
    await waitFor(() => expect(names()).toEqual(['chi', 'emil']));
    fireEvent.click(screen.getByRole('button', { name: /Visitor chi/ }));
    await waitFor(() => expect(desk.activities.at(-1)?.body).toEqual({ type: 'conversation:read' }));
    Object.assign(desk.of('chi'), { mentioned: [] });
    desk.emit({ type: 'conversation:updated', conversation: desk.of('chi') });
    await screen.findByRole('radio', { name: /^Mentions$/ }, AFTER_PAUSE);
    expect(names()).toEqual(['chi', 'emil']);
  });

  it('follow changes while they are shown', async ({ desk }) => {
    show(/^Unassigned/);
    await waitFor(() => expect(desk.queries).toHaveLength(1));
    expect(names()).toEqual(['ana', 'bo']);
    const taken = {
      ...desk.of('bo'),
      routingStatus: 'assigned' as const,
      assignee: 'Grace',
      assigneeId: 'g',
    };
    desk.emit({ type: 'conversation:updated', conversation: taken });
    await waitFor(() => expect(names()).toEqual(['ana']));
    desk.emit({ type: 'conversation:updated', conversation: { ...desk.of('ana'), status: 'idle' } });
    await waitFor(() => expect(screen.getByText('Nobody is waiting for an agent')).toBeTruthy());
  });

  it('show the longest wait for an answer first, where the agent wants that', async ({ desk }) => {
    desk.of('dora').waitingSince = T0 - 60;
    desk.of('bo').waitingSince = T0 - 30;
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' });
    order.value = 'waiting';
    order.dispatchEvent(new Event('change', { bubbles: true }));
    await waitFor(() => expect(desk.queries.at(-1)).toMatchObject({ view: 'open', sort: 'waiting' }));
    await waitFor(() => expect(names()).toEqual(['dora', 'bo', 'ana', 'emil']));
    expect(document.querySelectorAll('.row .wait')).toHaveLength(2);
  });

  it('show the state of each conversation in its row', async () => {
    await start();
    expect([...document.querySelectorAll('.standing')].map((e) => e.textContent)).toEqual([
      'Queued',
      'Queued',
      'Mine',
      'Grace',
    ]);
  });

  it('have nothing of blocked visitors, of whom a view of its own has all', async () => {
    const { desk, inbox } = await start();
    desk.emit({ type: 'visitor:blocked', appUserId: 'user-bo', blocked: true });
    desk.of('bo').visitor.blocked = true;
    await waitFor(() => expect(names()).toEqual(['ana', 'dora', 'emil']));
    desk.visitorWrites('bo', 'Buy my things');
    expect(inbox.workspace.value?.conversations.unreadTotal.value).toBe(0);
    expect(document.querySelector('[data-announcer]')?.textContent ?? '').not.toContain('Buy my things');
    inbox.workspace.value?.listing.setView('blocked');
    await waitFor(() => expect(names()).toEqual(['bo']));
    expect(document.querySelector('.standing')?.textContent).toBe('Blocked');
  });

  it('are counted by the desk again when an event moves a conversation, however many come', async () => {
    const clock = createFakeClock();
    const desk = new FakeDesk();
    for (const id of ['ana', 'bo', 'chi', 'dora']) desk.add(id);
    const { inbox } = await renderInbox(desk, undefined, undefined, undefined, undefined, clock);
    await clock.advance(10_000);
    const before = desk.counted;
    const close = (id: string): void => {
      desk.of(id).status = 'idle';
      desk.emit({ type: 'conversation:updated', conversation: desk.of(id) });
    };
    for (const id of ['ana', 'bo', 'chi']) close(id);
    await clock.advance(10_000);
    expect(desk.counted - before).toBeLessThanOrEqual(2);
    expect(inbox.workspace.value?.counts.value.value).toMatchObject({ open: 1, closed: 3 });
    const counted = desk.counted;
    for (let i = 0; i < 10; i++) desk.visitorWrites('dora', `Line ${i}`);
    await clock.advance(10_000);
    expect(desk.counted).toBe(counted);
  });
});

describe('the agent’s name', () => {
  it('is followed when it was changed in another tab, and named when a conversation is assigned', async () => {
    const { desk, inbox } = await start();
    desk.accounts.agent.name = 'Emil';
    await inbox.workspace.value?.catchUp();
    await waitFor(() => expect(inbox.workspace.value?.agentName).toBe('Emil'));
    await openConversation(inbox, 'Visitor bo');
    fireEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(desk.of('bo').assignee).toBe('Emil'));
    show(/^Mine/);
    await waitFor(() => expect(names()).toEqual(['bo', 'dora']));
    await waitFor(() =>
      expect(desk.queries.at(-1)).toMatchObject({ view: 'assigned', assigneeId: desk.accounts.agent.id }),
    );
  });
});

describe('looking for conversations', () => {
  it('shows those that have the words, with the place marked', async ({ desk }) => {
    search('boots');
    await waitFor(() => expect(names()).toEqual(['ana', 'chi']));
    const marks = [...document.querySelectorAll('.row mark')].map((e) => e.textContent);
    expect(marks).toEqual(['boots', 'BOOTS']);
    expect(document.querySelectorAll('.row-preview')[1]?.textContent).toBe('New BOOTS (two)');
    await screen.findByText('2 conversations found');
    expect(desk.queries).toEqual([{ search: 'boots', view: undefined }]);
    search('');
    await waitFor(() => expect(names()).toHaveLength(4));
    expect(document.querySelectorAll('.row mark')).toHaveLength(0);
  });

  it('marks the words in names, and says when nothing matches', async () => {
    await start();
    search('visitor DORA');
    await waitFor(() => expect(names()).toEqual(['dora']));
    expect(document.querySelector('.row-name mark')?.textContent).toBe('Visitor dora');
    search('(nothing)');
    await screen.findByText('Nothing found for “(nothing)”');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('shows the note, the tag or the page that has the words', async ({ desk }) => {
    desk.happenings.set('ana', [
      {
        id: 'n',
        kind: 'note',
        received: T0,
        text: 'Gave a Zebra voucher',
        author: { name: 'Ben' },
        mentions: [],
      },
    ]);
    desk.of('bo').tags.push('zebra');
    desk.of('dora').visitor.currentUrl = 'https://shop.example/zebra?a=1';
    search('zebra');
    await waitFor(() => expect(names()).toEqual(['ana', 'bo', 'dora']));
    const lines = [...document.querySelectorAll('.row-preview')].map((line) => line.textContent);
    expect(lines).toEqual([
      'Note: Gave a Zebra voucher',
      'Tag: zebra',
      'Page: https://shop.example/zebra?a=1',
    ]);
    expect(document.querySelectorAll('.row mark')).toHaveLength(3);
  });

  it('looks within the part that is on show', async ({ desk }) => {
    show(/^Closed/);
    search('boots');
    await waitFor(() => expect(names()).toEqual(['chi']));
    await screen.findByText('1 conversation found');
    expect(desk.queries.at(-1)).toMatchObject({ view: 'closed', search: 'boots' });
  });

  it('asks once typing pauses, and heeds the last question alone', async ({ desk }) => {
    const answers: (() => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const list = desk.api.conversations;
    desk.api.conversations = async (query, signal) => {
      signals.push(signal);
      const answer = await list(query);
      await new Promise<void>((done) => answers.push(done));
      return answer;
    };
    search('b');
    search('bo');
    await waitFor(() => expect(answers).toHaveLength(1));
    search('lamp');
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(desk.queries.map((q) => q.search)).toEqual(['bo', 'lamp']);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
    answers[1]?.();
    await waitFor(() => expect(names()).toEqual(['bo']));
    answers[0]?.();
    await Promise.resolve();
    await screen.findByText('1 conversation found');
    expect(names()).toEqual(['bo']);
  });

  it('says when it did not work, and tries again', async ({ desk }) => {
    desk.listFailure = 'network';
    search('boots');
    await screen.findByText('This did not load');
    desk.listFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toEqual(['ana', 'chi']));
  });

  it('is repeated by itself after the wait that a busy desk asks for', async ({ desk }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    desk.listFailure = 'busy';
    desk.waitS = 7;
    search('boots');
    await vi.advanceTimersByTimeAsync(1000);
    desk.listFailure = undefined;
    const asked = desk.queries.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(desk.queries).toHaveLength(asked);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(desk.queries.slice(asked).map((query) => query.search)).toEqual(['boots']);
    vi.useRealTimers();
    await waitFor(() => expect(names()).toEqual(['ana', 'chi']));
  });

  it('is reached with a key, left with others', async () => {
    await start();
    fireEvent.keyDown(document.body, { key: '/' });
    const box = screen.getByRole('searchbox');
    await waitFor(() => expect(document.activeElement).toBe(box));
    search('lamp');
    await waitFor(() => expect(names()).toEqual(['bo']));
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.conversation).toBe('bo'));
    box.focus();
    fireEvent.keyDown(box, { key: 'Escape' });
    await waitFor(() => expect(names()).toHaveLength(4));
    expect((box as HTMLInputElement).value).toBe('');
  });
});

describe('taking and closing conversations', () => {
  const header = () => within(screen.getByRole('region', { name: /^Conversation with/ }));
  /** Presses the action's button, or its entry in the menu. */
  const act = async (name: string) => {
    const button = header().queryByRole('button', { name });
    if (button) return fireEvent.click(button);
    fireEvent.click(header().getByRole('button', { name: 'Conversation actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };

  it('offers each action that fits the conversation’s state once', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    const offered = async () => {
      const buttons = header()
        .getAllByRole('button')
        .map((button) => button.textContent ?? '')
        .filter((text) => /Assign|Reopen|Close|queue/.test(text));
      const toggle = header().queryByRole('button', { name: 'Conversation actions' });
      if (!toggle) return buttons;
      fireEvent.click(toggle);
      await screen.findByRole('menu');
      const group = screen.queryByRole('group', { name: 'Conversation' });
      const items = group
        ? within(group)
            .getAllByRole('menuitem')
            .map((item) => item.textContent)
        : [];
      fireEvent.click(toggle);
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      return [...buttons, ...items];
    };
    expect(await offered()).toEqual(['Assign to me', 'Close']);
    fireEvent.click(header().getByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(document.querySelector('.title-line .standing')?.textContent).toBe('Mine'));
    expect(await offered()).toEqual(['Close', 'Put in the queue']);
    await act('Put in the queue');
    await waitFor(() => expect(document.querySelector('.title-line .standing')?.textContent).toBe('Queued'));
    await act('Close');
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('bo'));
    inbox.workspace.value?.open('ana');
    await waitFor(() => expect(document.querySelector('.title-line .standing')?.textContent).toBe('Closed'));
    expect(await offered()).toEqual(['Reopen']);
    await act('Reopen');
    await waitFor(() => expect(document.querySelector('.title-line .standing')).toBeNull());
    expect(desk.routes.map((r) => r.to)).toEqual(['assign', 'queue', 'close', 'reopen']);
  });

  it('works by single keys, only while it is offered', async () => {
    const { desk, inbox } = await start();
    inbox.workspace.value?.open('chi');
    await screen.findByRole('region', { name: 'Conversation with Visitor chi' });
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(desk.routes).toEqual([]);
    await openConversation(inbox, 'Visitor bo');
    reply().blur();
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() => expect(desk.of('bo').assignee).toBe('Maya'));
    fireEvent.keyDown(document.body, { key: 'c' });
    await waitFor(() => expect(desk.of('bo').status).toBe('idle'));
  });

  it('is made once by a key that is held down, though the next conversation opens meanwhile', async () => {
    const desk = new FakeDesk();
    for (const id of ['ana', 'bo', 'cy']) desk.add(id);
    const inbox = await openInbox(desk, 'Visitor ana');
    const hold = (repeat: boolean) => fireEvent.keyDown(document.body, { key: 'c', repeat });
    reply().blur();
    hold(false);
    hold(true);
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('bo'));
    hold(true);
    hold(true);
    fireEvent.keyDown(document.body, { key: 'ArrowDown', altKey: true, repeat: true });
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('cy'));
    expect(desk.routes).toEqual([{ conversationId: 'ana', to: 'close' }]);
  });

  it('offers all actions in the menu where the window is narrow, and follows its width', async () => {
    const query = Object.assign(new EventTarget(), { matches: true });
    vi.stubGlobal('matchMedia', () => query);
    const resize = (wide: boolean) => {
      query.matches = wide;
      query.dispatchEvent(new Event('change'));
    };
    const { inbox } = await start();
    await openConversation(inbox, 'Visitor ana');
    resize(false);
    await waitFor(() => expect(header().queryByRole('button', { name: 'Assign to me' })).toBeNull());
    fireEvent.click(header().getByRole('button', { name: 'Conversation actions' }));
    const group = within(await screen.findByRole('group', { name: 'Conversation' }));
    const items = group.getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Assign to me', 'Close']);
    resize(true);
    await header().findByRole('button', { name: 'Assign to me' });
  });

  it('goes to the next conversation after one is closed, and to the one before after the last', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor dora');
    fireEvent.click(header().getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('emil'));
    // The second click of a double click is on the next conversation's button.
    fireEvent.click(header().getByRole('button', { name: 'Close' }), { detail: 2 });
    expect(desk.of('emil').status).toBe('active');
    fireEvent.click(header().getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(inbox.workspace.value?.activeId.value).toBe('bo'));
  });

  it('gives a conversation to a colleague, who is in the menu', async () => {
    const { desk, inbox } = await start();
    desk.accounts.team = [
      { ...desk.accounts.agent, online: true },
      { id: 'grace', name: 'Grace', email: 'g@x.example', role: 'agent', online: true },
      { id: 'ivo', name: 'Ivo', email: 'i@x.example', role: 'agent', online: false },
      { id: 'gone', name: 'Gone', email: '', role: 'agent', online: false, removedAt: 1 },
    ];
    await inbox.workspace.value?.team.refresh();
    await openConversation(inbox, 'Visitor ana');
    const offered = () => group().map((item) => item.textContent);
    const group = () => within(screen.getByRole('group', { name: 'Assign to' })).getAllByRole('menuitem');
    const toggle = () => fireEvent.click(header().getByRole('button', { name: 'Conversation actions' }));
    toggle();
    await waitFor(() => expect(offered()).toEqual(['Grace', 'Ivo (not here)']));
    toggle();
    // Who is there is read again when the menu opens.
    desk.accounts.team = desk.accounts.team.map((one) => ({ ...one, online: one.id === 'ivo' }));
    toggle();
    await waitFor(() => expect(offered()).toEqual(['Grace (not here)', 'Ivo']));
    fireEvent.click(group()[0] as HTMLElement);
    await waitFor(() => expect(desk.of('ana')).toMatchObject({ assignee: 'Grace', assigneeId: 'grace' }));
    await waitFor(() => expect(document.querySelector('.title-line .standing')?.textContent).toBe('Grace'));
  });

  it('reports a failure and changes nothing', async () => {
    const { desk, inbox } = await start();
    desk.routeFailure = 'network';
    await openConversation(inbox, 'Visitor ana');
    fireEvent.click(header().getByRole('button', { name: 'Assign to me' }));
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
    expect(document.querySelector('.title-line .standing')?.textContent).toBe('Queued');
  });
});

describe('who is who', () => {
  it('tells visitors without a name apart by letters and tints', () => {
    expect(
      ['Quiet Heron', 'Ana Lopez', 'Ana', 'نور', '🎉 Ada', '…', 'ana maria lopez'].map(initials),
    ).toEqual(['QH', 'AL', 'A', 'ن', 'A', '?', 'AL']);
    const used = new Set(Array.from({ length: 200 }, (_, i) => tintOf(`user-${i}`)));
    expect(used.size).toBe(TINTS);
  });

  it('cuts text around the found words', () => {
    expect(mark('a.b A.B ab', 'a.b')).toEqual([
      { text: 'a.b', found: true },
      { text: ' ', found: false },
      { text: 'A.B', found: true },
      { text: ' ab', found: false },
    ]);
    expect(mark('by O’Neil', "o'n")[1]).toEqual({ text: 'O’N', found: true });
    expect(mark('abc', '(')).toEqual([{ text: 'abc', found: false }]);
    expect(excerpt(`${'x '.repeat(60)}needle`, 'NEEDLE')).toMatch(/^….{20}needle$/);
  });
});
