import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Happening } from '../../../examples/support-desk/inbox/model/decodeHappenings';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import type { AgentConversation } from '../../../examples/support-desk/shared/answers/conversations';
import { fillVariables } from '../../../examples/support-desk/shared/fillVariables';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStorage } from '../../support/fakeStorage';
import { account } from './support/fakeAccounts';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import {
  closeInboxes,
  openConversation,
  quietBrowser,
  renderInbox,
  reply,
  row,
  sendReply,
  texts,
} from './support/renderInbox';

const start = async (tab?: ReturnType<typeof createSafeStorage>, undo = true) => {
  const clock = createFakeClock();
  const desk = new FakeDesk();
  desk.add('ana');
  desk.add('bo');
  const { inbox } = await renderInbox(desk, tab, undefined, undefined, undefined, undo ? clock : undefined);
  await openConversation(inbox, 'Visitor ana');
  return { clock, desk, inbox };
};

describe('a reply that can be taken back', () => {
  it('is shown at once and sent after five seconds', async () => {
    const { clock, desk } = await start();
    sendReply('On its way');
    await screen.findByRole('button', { name: 'Undo' });
    expect([texts().at(-1), desk.sent]).toEqual(['On its way', []]);
    await clock.advance(4999);
    expect(desk.sent).toEqual([]);
    await clock.advance(1);
    expect(desk.sent.map(({ body }) => body.text)).toEqual(['On its way']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('waits for the agent where a colleague has answered or closed until then', async () => {
    const { clock, desk } = await start();
    Object.assign(desk, { sendFailure: 'conflict', sendReason: 'Ben has answered in the meantime' });
    sendReply('On its way');
    await clock.advance(5000);
    await screen.findByText('Not sent yet: Ben has answered in the meantime.');
    desk.sendFailure = undefined;
    fireEvent.click(screen.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
    expect(desk.sent.map(({ body }) => body.seen)).toEqual([
      { received: expect.any(Number), open: true },
      undefined,
    ]);
  });

  it('goes back into the reply, and is never sent then', async () => {
    const { clock, desk } = await start();
    sendReply('Oops');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(reply().value).toBe('Oops'));
    await clock.advance(60_000);
    expect([desk.sent, texts()]).toEqual([[], ['text of m-ana']]);
  });

  it('is sent at once, and before it, by the next reply', async () => {
    const { clock, desk } = await start();
    sendReply('One');
    sendReply('Two');
    await waitFor(() => expect(desk.sent.map(({ body }) => body.text)).toEqual(['One']));
    await clock.advance(5000);
    expect(desk.sent.map(({ body }) => body.text)).toEqual(['One', 'Two']);
  });

  it('is sent at once when the agent goes to another conversation', async () => {
    const { desk, inbox } = await start();
    sendReply('Bye');
    await openConversation(inbox, 'Visitor bo');
    await waitFor(() => expect(desk.sent.map(({ conversationId }) => conversationId)).toEqual(['ana']));
  });

  it('is sent at once when the page closes, also while an earlier one has no answer', async () => {
    const { clock, desk, inbox } = await start();
    const send = desk.api.send;
    const hows: unknown[] = [];
    desk.api.send = (id, body, how) => {
      hows.push(how);
      return body.text === 'One' ? new Promise(() => {}) : send(id, body, how);
    };
    sendReply('One');
    await clock.advance(5000);
    sendReply('Two');
    inbox.workspace.value?.sendWaiting(true);
    await waitFor(() => expect(hows).toEqual([{ keepalive: false }, { keepalive: true }]));
    expect(desk.sent.map(({ body }) => body.text)).toEqual(['Two']);
  });

  it('is sent after a reload of the page', async () => {
    const storage = createFakeStorage();
    const tab = createSafeStorage(() => storage);
    const first = await start(tab);
    sendReply('Kept');
    await screen.findByRole('button', { name: 'Undo' });
    closeInboxes();
    expect(first.desk.sent).toEqual([]);
    await renderInbox(first.desk, tab);
    await waitFor(() => expect(first.desk.sent.map(({ body }) => body.text)).toEqual(['Kept']));
  });
});

describe('closing within the five seconds of a reply', () => {
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  it('sends it, and closes once the desk has it', async () => {
    const { desk } = await start();
    const order: string[] = [];
    const { send, route } = desk.api;
    desk.api.send = async (...call) => {
      const answer = await send(...call);
      order.push('sent');
      return answer;
    };
    desk.api.route = (...call) => {
      order.push('closed');
      return route(...call);
    };
    sendReply('Your refund is on its way');
    await screen.findByRole('button', { name: 'Undo' });
    close();
    await waitFor(() => expect(order).toEqual(['sent', 'closed']));
    expect(desk.sent.map(({ body }) => body.text)).toEqual(['Your refund is on its way']);
  });

  it.each(['network', 'server', 'conflict', 'rejected', 'unauthorized'] as const)(
    'leaves it open and says so where the reply is not sent: %s',
    async (failure) => {
      const { desk } = await start();
      desk.sendFailure = failure;
      sendReply('Your refund is on its way');
      close();
      if (failure !== 'unauthorized') await screen.findByText('Not closed: a message here was not sent.');
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
      expect(desk.routes).toEqual([]);
    },
  );

  it('says no longer that a reply is not sent once it is', async () => {
    const { desk, inbox } = await start();
    desk.sendFailure = 'network';
    sendReply('Your refund is on its way');
    close();
    await screen.findByText(/^Not closed/);
    desk.sendFailure = undefined;
    await inbox.workspace.value?.catchUp();
    await waitFor(() => expect(screen.queryByText(/^Not closed/)).toBeNull());
    sendReply('Anything else?');
    await screen.findByRole('button', { name: 'Undo' });
    expect([desk.routes, screen.queryByText(/^Not closed/)]).toEqual([[], null]);
  });
});

describe('closing what the visitor has written to in the meantime', () => {
  const WRITTEN = 'Not closed: the visitor has written again.';
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  /** The agent answers, and a slow desk has the answer; by when it has, the visitor has written. */
  const closeSlowly = async () => {
    const started = await start();
    const { desk } = started;
    const { send } = desk.api;
    let store = (): void => undefined;
    desk.api.send = async (...call) => {
      await new Promise<void>((done) => {
        store = done;
      });
      return send(...call);
    };
    sendReply('Here you are');
    close();
    await Promise.resolve();
    return { ...started, store: () => store() };
  };

  it('leaves it open, says so and shows the message, also where nothing came live; the next Close closes', async () => {
    const { desk } = await start(undefined, false);
    sendReply('Here you are');
    await waitFor(() => expect(desk.sent).toHaveLength(1));
    desk.visitorWrites('ana', 'One more question', { deaf: true });
    sendReply('Goodbye');
    await waitFor(() => expect(desk.sent).toHaveLength(2));
    close();
    await screen.findByText(WRITTEN);
    await screen.findByText('One more question');
    expect([desk.of('ana').status, texts().length]).toEqual(['active', 4]);
    close();
    await waitFor(() => expect(desk.of('ana').status).toBe('idle'));
    await waitFor(() => expect(screen.queryByText(WRITTEN)).toBeNull());
  });

  it('counts what came after Close was pressed, while it waited for the reply', async () => {
    const { desk, store } = await closeSlowly();
    desk.visitorWrites('ana', 'Wait!');
    await waitFor(() => expect(texts()).toContain('Wait!'));
    store();
    await screen.findByText(WRITTEN);
    expect(desk.of('ana').status).toBe('active');
  });

  it('counts what has only just appeared, which nobody has read yet', async () => {
    const { clock, desk } = await start();
    desk.visitorWrites('ana', 'Wait!');
    await waitFor(() => expect(texts()).toContain('Wait!'));
    await clock.advance(399);
    close();
    await screen.findByText(WRITTEN);
    await clock.advance(1);
    close();
    await waitFor(() => expect(desk.of('ana').status).toBe('idle'));
  });

  it('is named above the list where another one is open by then, until it was looked at', async () => {
    const { desk, inbox, store } = await closeSlowly();
    desk.visitorWrites('ana', 'Wait!', { deaf: true });
    await openConversation(inbox, 'Visitor bo');
    store();
    fireEvent.click(await screen.findByRole('button', { name: `Visitor ana: ${WRITTEN}` }));
    await screen.findByText(WRITTEN);
    await openConversation(inbox, 'Visitor bo');
    expect(screen.queryByText(/Not closed/)).toBeNull();
  });
});

it('a reply that is refused while another conversation is open is named, and one press away', async () => {
  const { desk, inbox } = await start();
  Object.assign(desk, { sendFailure: 'conflict', sendReason: 'The conversation was closed in the meantime' });
  sendReply('On its way');
  await openConversation(inbox, 'Visitor bo');
  fireEvent.click(await screen.findByRole('button', { name: 'Your reply to Visitor ana was not sent' }));
  await screen.findByText('Not sent yet: The conversation was closed in the meantime.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Your reply to/ })).toBeNull());
});

describe('signing out within the five seconds of a reply', () => {
  const signOut = async () => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const command = await screen.findByRole('combobox', { name: 'Command' });
    fireEvent.input(command, { target: { value: 'sign out' } });
    fireEvent.keyDown(command, { key: 'Enter' });
  };

  it('sends it first, and asks nothing', async () => {
    const { desk, inbox } = await start();
    sendReply('On its way');
    await screen.findByRole('button', { name: 'Undo' });
    await signOut();
    await waitFor(() => expect(inbox.session.state.value.status).toBe('signedOut'));
    expect(desk.sent.map(({ body }) => body.text)).toEqual(['On its way']);
    expect(screen.queryByRole('dialog', { name: 'Sign out?' })).toBeNull();
  });

  it('asks where the desk cannot be reached', async () => {
    const { desk, inbox } = await start();
    sendReply('On its way');
    await screen.findByRole('button', { name: 'Undo' });
    desk.sendFailure = 'network';
    await signOut();
    await screen.findByRole('dialog', { name: 'Sign out?' });
    expect(inbox.session.state.value.status).toBe('signedIn');
  });
});

it('a quote stays over a reload, as the draft does', async () => {
  const storage = createFakeStorage();
  const tab = createSafeStorage(() => storage);
  const { desk, inbox } = await start(tab);
  inbox.workspace.value?.quote(message('m-ana'));
  fireEvent.input(reply(), { target: { value: 'As you say' } });
  closeInboxes();
  const again = await renderInbox(desk, tab);
  await openConversation(again.inbox, 'Visitor ana');
  expect(reply().value).toBe('As you say');
  sendReply('As you say');
  await waitFor(() => expect(desk.sent[0]?.body.quotedMessageId).toBe('m-ana'));
});

describe('a colleague in the same conversation', () => {
  const BEN = { id: 'ben', name: 'Ben', typing: false };

  it('is named, and that they answer; the agent is told to them', async () => {
    const { clock, desk, inbox } = await start();
    expect(desk.attended.at(-1)).toMatchObject({ conversationId: 'ana', state: 'looking' });
    const hear = (agents: (typeof BEN)[]) => desk.emit({ type: 'attending', conversationId: 'ana', agents });
    hear([BEN, { id: 'maya', name: 'Maya', typing: false }]);
    await screen.findByText('Ben is looking');
    hear([{ ...BEN, typing: true }]);
    await screen.findByText('Ben is answering');
    desk.attending = [BEN];
    await clock.advance(25_000);
    await screen.findByText('Ben is looking');
    fireEvent.input(reply(), { target: { value: 'We' } });
    await waitFor(() => expect(desk.attended.at(-1)).toMatchObject({ state: 'typing' }));
    const before = desk.attended.length;
    sendReply('We can');
    await clock.advance(4999);
    expect(desk.attended.slice(before).filter(({ state }) => state !== 'typing')).toEqual([]);
    await clock.advance(1);
    await waitFor(() => expect(desk.attended.at(-1)).toMatchObject({ state: 'looking' }));
    await openConversation(inbox, 'Visitor bo');
    await waitFor(() =>
      expect(desk.attended.slice(-2)).toMatchObject([
        { conversationId: 'ana', state: 'gone' },
        { conversationId: 'bo', state: 'looking' },
      ]),
    );
  });

  it('is named no longer once they are removed from the team, whatever the desk still says of them', async () => {
    const { desk } = await start();
    const hear = () =>
      desk.emit({ type: 'attending', conversationId: 'ana', agents: [{ ...BEN, typing: true }] });
    hear();
    await screen.findByText('Ben is answering');
    desk.accounts.team.push({ ...account('ben', 'Ben'), online: false, removedAt: T0 });
    desk.emit({ type: 'agents' });
    await waitFor(() => expect(screen.queryByText('Ben is answering')).toBeNull());
    hear();
    await waitFor(() => expect(screen.queryByText('Ben is answering')).toBeNull());
  });

  /** The agent, Maya, begins to write, somebody answers, and the agent sends. */
  const answerMeanwhile = async (author: { name: string; authorId?: string }) => {
    const started = await start(undefined, false);
    const { desk } = started;
    fireEvent.input(reply(), { target: { value: 'We will' } });
    const answer = message('b1', { role: 'appMaker', text: 'Done', received: T0 + 5000, ...author });
    desk.messages.get('ana')?.push(answer);
    desk.emit({ type: 'message', conversation: desk.of('ana'), message: answer });
    await screen.findByText('Done');
    fireEvent.keyDown(reply(), { key: 'Enter' });
    return started;
  };
  const overtake = async () => {
    const started = await answerMeanwhile({ name: 'Ben', authorId: 'ben' });
    const { desk } = started;
    await screen.findByText(/has answered since you began to write/);
    expect(desk.sent).toEqual([]);
    return started;
  };

  it('who has answered meanwhile is named before the reply is sent, which then waits to be read or is sent', async () => {
    const { desk } = await overtake();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Read first'));
    const press = (repeat: boolean) =>
      fireEvent.keyDown(screen.getByRole('button', { name: 'Read first' }), { key: 'Enter', repeat });
    // The Enter that was to send is held down a little long: the browser presses no button by it.
    expect([press(true), press(false)]).toEqual([false, true]);
    fireEvent.click(screen.getByRole('button', { name: 'Read first' }));
    await waitFor(() => expect(screen.queryByText(/has answered since/)).toBeNull());
    expect([desk.sent, reply().value]).toEqual([[], 'We will']);
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await waitFor(() => expect(desk.sent).toHaveLength(1));
  });

  it('is named also where the reply was begun before a reload', async () => {
    const storage = createFakeStorage();
    const tab = createSafeStorage(() => storage);
    const { desk } = await start(tab, false);
    fireEvent.input(reply(), { target: { value: 'We will' } });
    closeInboxes();
    const again = await renderInbox(desk, tab);
    await openConversation(again.inbox, 'Visitor ana');
    const answer = message('b1', {
      role: 'appMaker',
      text: 'Done',
      received: T0 + 5000,
      name: 'Ben',
      authorId: 'ben',
    });
    desk.messages.get('ana')?.push(answer);
    desk.emit({ type: 'message', conversation: desk.of('ana'), message: answer });
    await screen.findByText('Done');
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await screen.findByText(/has answered since you began to write/);
    expect(desk.sent).toEqual([]);
  });

  it('is named also where the reply was begun before the messages were there', async () => {
    const { desk, inbox } = await start(undefined, false);
    const { messages } = desk.api;
    let answered = (): void => undefined;
    desk.api.messages = async (...asked) => {
      await new Promise<void>((done) => {
        answered = done;
      });
      return messages(...asked);
    };
    inbox.workspace.value?.open('bo');
    inbox.workspace.value?.write('bo', 'We will');
    await Promise.resolve();
    answered();
    await waitFor(() => expect(inbox.workspace.value?.thread.value?.status.value).toBe('ready'));
    const answer = message('b1', {
      role: 'appMaker',
      text: 'Done',
      received: T0 + 5000,
      name: 'Ben',
      authorId: 'ben',
    });
    desk.emit({ type: 'message', conversation: desk.of('bo'), message: answer });
    expect(inbox.workspace.value?.send('We will')).toBe(false);
    expect(inbox.workspace.value?.overtaken.value?.name).toBe('Ben');
  });

  it('does not stop a reply that is to be sent anyway', async () => {
    const { desk } = await overtake();
    fireEvent.click(screen.getByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(desk.sent.map(({ body }) => body.text)).toEqual(['We will']));
    expect(screen.queryByText(/has answered since/)).toBeNull();
  });

  it.each([
    ['has the same name', { name: 'Maya', authorId: 'maya-2' }],
    ['is a program with the same name', { name: 'Maya' }],
  ])('who %s is a colleague all the same', async (_, author) => {
    const { desk } = await answerMeanwhile(author);
    await screen.findByText(/has answered since you began to write/);
    expect(desk.sent).toEqual([]);
  });

  it('is not the agent in another browser, also after a change of name', async () => {
    const { desk } = await answerMeanwhile({ name: 'Maya before', authorId: 'maya' });
    await waitFor(() => expect(desk.sent).toHaveLength(1));
  });

  it('is not the agent, whose own replies warn of nothing', async () => {
    const { desk } = await start(undefined, false);
    sendReply('One');
    fireEvent.input(reply(), { target: { value: 'Two' } });
    await waitFor(() => expect(desk.sent).toHaveLength(1));
    fireEvent.keyDown(reply(), { key: 'Enter' });
    await waitFor(() => expect(desk.sent).toHaveLength(2));
  });
});

describe('the variables of a saved reply', () => {
  it.each([
    ['Hello {{name}}, I am {{ agent }}.', { name: 'Ann', agent: 'Ada' }, 'Hello Ann, I am Ada.'],
    ['Hello {{name}},', { name: '', agent: 'Ada' }, 'Hello,'],
    ['Thank you, {{name}}!', { name: '', agent: 'Ada' }, 'Thank you!'],
    ['Hi {{name}}, I am {{agent}}.', { name: '', agent: 'Ada' }, 'Hi, I am Ada.'],
    ['{{name}}, thank you.\n{{name}} has it.', { name: '', agent: 'Ada' }, 'Thank you.\nHas it.'],
    ['شكرًا، {{name}}!', { name: '', agent: 'Ada' }, 'شكرًا!'],
    ['Thank you,\n{{agent}}', { name: 'Ann', agent: 'Ada' }, 'Thank you,\nAda'],
    ['{{name}}{{other}}', { name: '$& {{agent}}', agent: 'Ada' }, '$& {{agent}}{{other}}'],
  ])('of %j are filled', (text, variables, filled) => {
    expect(fillVariables(text, variables)).toBe(filled);
  });

  it('are filled when it is inserted, so that the agent sees what is sent', async () => {
    const { desk, inbox } = await start(undefined, false);
    desk.savedReplies.add('hi', 'Hello {{name}}, {{agent}} here');
    await inbox.workspace.value?.savedReplies.refresh();
    const area = reply();
    area.focus();
    area.value = '/hi';
    area.setSelectionRange(3, 3);
    fireEvent.input(area);
    await screen.findByRole('listbox', { name: 'Saved replies' });
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(reply().value).toBe('Hello Visitor ana, Maya here'));
  });
});

describe('a reply in a conversation that was closed', () => {
  it('has a line that says who closed it, and that sending opens it again for its agent', async () => {
    const { desk } = await start();
    const line = () => document.querySelector('.closed-notice')?.textContent;
    fireEvent.input(reply(), { target: { value: 'We have found it' } });
    expect(line()).toBeUndefined();
    Object.assign(desk.of('ana'), { status: 'idle', assignee: 'Grace', assigneeId: 'grace' });
    const change = {
      _id: 'c1',
      createdAt: T0 + 2000,
      what: 'closed',
      by: { kind: 'agent', id: 'ben', name: 'Ben' },
    };
    desk.emit({ type: 'conversation:updated', conversation: desk.of('ana'), change });
    const words = 'Ben closed this conversation. Sending opens it again, assigned to Grace.';
    await waitFor(() => expect(line()).toBe(words));
    expect(document.querySelector('[role="status"] .closed-notice')).toBeTruthy();
    await screen.findByText('Ended. It opens again with the next message, assigned to Grace.');
    fireEvent.input(reply(), { target: { value: '' } });
    await waitFor(() => expect(line()).toBeUndefined());
    fireEvent.input(reply(), { target: { value: 'We have found it' } });
    await waitFor(() => expect(line()).toBe(words));
    sendReply('We have found it');
    await waitFor(() => expect(line()).toBeUndefined());
  });
});

describe('what happened while the line was lost', () => {
  const at = T0 + 5000;
  const BEN = { by: 'Ben', byId: 'ben' };
  const change = (id: string, what: Happening['what']) =>
    ({ id: `${id}-${what}`, kind: 'change', received: at, what, ...(what === 'assigned' && BEN) }) as const;
  const offline = async () => {
    const played: string[] = [];
    const desk = new FakeDesk();
    desk.add('ana', { assigneeId: 'ben', assignee: 'Ben', waitingSince: T0 }, [
      message('1', { received: T0 }),
    ]);
    desk.add('bo', {}, [message('2', { received: T0 - 60 })]);
    desk.add('cy', {}, [message('3', { received: T0 - 90 })]);
    const browser = { ...quietBrowser(), play: () => void played.push('sound') };
    const { inbox } = await renderInbox(desk, undefined, browser);
    const back = async () => {
      desk.conversations = desk.conversations.map((c) => structuredClone(c));
      await inbox.workspace.value?.catchUp();
    };
    return { desk, played, back };
  };
  const said = () => document.querySelector('[data-announcer]')?.textContent ?? '';

  it.each<[string, Partial<AgentConversation>, Happening, string]>([
    [
      'assigned to them',
      { assigneeId: 'maya' },
      change('ana', 'assigned'),
      'Ben assigned the conversation to you',
    ],
    [
      'left by an agent who was removed',
      { assigneeId: undefined },
      change('ana', 'unassigned'),
      'The visitor waits',
    ],
    [
      'the subject of a note that mentions them',
      { mentioned: ['maya'] },
      {
        id: 'n',
        kind: 'note',
        received: at,
        text: '@Maya',
        mentions: ['maya'],
        author: { id: 'ben', name: 'Ben' },
      },
      'Ben mentioned you',
    ],
  ])('alerts an agent once when it is back: a conversation %s', async (_, now, happening, words) => {
    const { desk, played, back } = await offline();
    // What is older is known.
    const old = { ...change('ana', 'assigned'), id: 'old', received: T0 - 10, by: 'Old' };
    desk.happenings.set('ana', [old, happening]);
    Object.assign(desk.of('ana'), now);
    await back();
    await waitFor(() => expect(said()).toContain(words));
    expect(said()).not.toContain('Old');
    await waitFor(() => expect(played).toHaveLength(1));
    await back();
    expect(played).toHaveLength(1);
  });

  it('alerts them to a conversation that woke, and marks it as new until they open it', async () => {
    const { desk, played, back } = await offline();
    Object.assign(desk.of('bo'), { assigneeId: 'maya', snoozed: {} });
    await back();
    expect(played).toEqual([]);
    desk.happenings.set('bo', [change('bo', 'woke')]);
    desk.of('bo').snoozed = undefined;
    await back();
    await waitFor(() => expect(said()).toContain('The snooze is over: Visitor bo'));
    expect(row('Visitor bo').textContent).toContain('New');
    fireEvent.click(row('Visitor bo'));
    await waitFor(() => expect(row('Visitor bo').textContent).not.toContain('New'));
    expect(played).toHaveLength(1);
  });

  it('alerts nobody to what concerns their colleagues, or what they did in another tab', async () => {
    const { desk, played, back } = await offline();
    Object.assign(desk.of('bo'), { assigneeId: 'ben' });
    desk.happenings.set('bo', [change('bo', 'assigned')]);
    Object.assign(desk.of('cy'), { assigneeId: 'maya' });
    desk.happenings.set('cy', [{ ...change('cy', 'assigned'), byId: 'maya' }]);
    await back();
    expect([played, said()]).toEqual([[], '']);
    expect(screen.queryByText('New')).toBeNull();
  });
});
