import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { excerpt, mark } from '../../../examples/support-desk/inbox/model/find';
import { initials, TINTS, tintOf } from '../../../examples/support-desk/inbox/model/people';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { closeInboxes, openConversation, renderInbox } from './support/renderInbox';

afterEach(() => {
  closeInboxes();
  vi.unstubAllGlobals();
});

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
  desk.add('dora', { routingStatus: 'assigned', assignee: 'Maya' }, [message('5', { received: T0 })]);
  desk.add('emil', { routingStatus: 'assigned', assignee: 'Grace' }, [message('6', { received: T0 - 1 })]);
  const { inbox } = await renderInbox(desk);
  return { desk, inbox };
};

const names = (): string[] =>
  [...document.querySelectorAll('.row-name')].map((name) => name.textContent?.replace('Visitor ', '') ?? '');
const show = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }));
const search = (value: string) =>
  fireEvent.input(screen.getByRole('searchbox', { name: 'Search conversations' }), { target: { value } });

describe('the parts of the inbox', () => {
  it('show waiting conversations oldest first, the agent’s own, and closed ones', async () => {
    const { desk } = await start();
    expect(names()).toEqual(['ana', 'bo', 'chi', 'dora', 'emil']);
    show(/^Queued 2$/);
    await waitFor(() => expect(names()).toEqual(['bo', 'ana']));
    show(/^Mine 1$/);
    await waitFor(() => expect(names()).toEqual(['dora']));
    show(/^Closed$/);
    await waitFor(() => expect(names()).toEqual(['chi']));
    await waitFor(() =>
      expect(desk.queries.map((q) => [q.view, q.assignee]).at(-1)).toEqual(['closed', undefined]),
    );
    show(/^All$/);
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  it('follow changes while they are shown', async () => {
    const { desk } = await start();
    show(/^Queued/);
    await waitFor(() => expect(desk.queries).toHaveLength(1));
    expect(names()).toEqual(['bo', 'ana']);
    const taken = { ...desk.of('bo'), routingStatus: 'assigned' as const, assignee: 'Grace' };
    desk.emit({ type: 'conversation:updated', conversation: taken });
    await waitFor(() => expect(names()).toEqual(['ana']));
    desk.emit({
      type: 'conversation:updated',
      conversation: { ...desk.of('ana'), routingStatus: undefined },
    });
    await waitFor(() => expect(screen.getByText('Nobody is waiting')).toBeTruthy());
  });

  it('show the state of each conversation in its row', async () => {
    await start();
    expect([...document.querySelectorAll('.standing')].map((e) => e.textContent)).toEqual([
      'Queued',
      'Queued',
      'Closed',
      'Mine',
      'Grace',
    ]);
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
    show(/^Mine 1$/);
    await waitFor(() => expect(names()).toEqual(['bo']));
    await waitFor(() => expect(desk.queries.at(-1)).toMatchObject({ view: 'assigned', assignee: 'Emil' }));
  });
});

describe('looking for conversations', () => {
  it('shows those that have the words, with the place marked', async () => {
    const { desk } = await start();
    search('boots');
    await waitFor(() => expect(names()).toEqual(['ana', 'chi']));
    const marks = [...document.querySelectorAll('.row mark')].map((e) => e.textContent);
    expect(marks).toEqual(['boots', 'BOOTS']);
    expect(document.querySelectorAll('.row-preview')[1]?.textContent).toBe('New BOOTS (two)');
    await screen.findByText('2 conversations found');
    expect(desk.queries).toEqual([{ search: 'boots', view: undefined, assignee: undefined }]);
    search('');
    await waitFor(() => expect(names()).toHaveLength(5));
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
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  it('looks within the part that is on show', async () => {
    const { desk } = await start();
    show(/^Closed/);
    search('boots');
    await waitFor(() => expect(names()).toEqual(['chi']));
    await screen.findByText('1 conversation found');
    expect(desk.queries.at(-1)).toMatchObject({ view: 'closed', search: 'boots' });
  });

  it('asks once typing pauses, and heeds the last question alone', async () => {
    const { desk } = await start();
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

  it('says when it did not work, and tries again', async () => {
    const { desk } = await start();
    desk.listFailure = 'network';
    search('boots');
    await screen.findByText('This did not load');
    desk.listFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
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
    await waitFor(() => expect(names()).toHaveLength(5));
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
    await waitFor(() => expect(document.querySelector('.title-line .standing')?.textContent).toBe('Closed'));
    expect(await offered()).toEqual(['Reopen']);
    await act('Reopen');
    await waitFor(() => expect(document.querySelector('.title-line .standing')).toBeNull());
    expect(desk.routes.map((r) => r.to)).toEqual(['assign', 'queue', 'close', 'reopen']);
  });

  it('works by single keys, only while it is offered', async () => {
    const { desk, inbox } = await start();
    await openConversation(inbox, 'Visitor chi');
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(desk.routes).toEqual([]);
    await openConversation(inbox, 'Visitor bo');
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() => expect(desk.of('bo').assignee).toBe('Maya'));
    fireEvent.keyDown(document.body, { key: 'c' });
    await waitFor(() => expect(desk.of('bo').status).toBe('idle'));
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
    expect(mark('abc', '(')).toEqual([{ text: 'abc', found: false }]);
    expect(excerpt(`${'x '.repeat(60)}needle`, 'NEEDLE')).toMatch(/^….{20}needle$/);
  });
});
