import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { actionWords, actorWords, auditLines } from '../../../examples/support-desk/inbox/model/auditWords';
import { AUDIT_ACTIONS } from '../../../examples/support-desk/shared/lists';
import { account, type FakeAccounts } from './support/fakeAccounts';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk, T0 } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const start = async (section: string, prepare: (accounts: FakeAccounts) => void) => {
  const desk = new FakeDesk();
  prepare(desk.accounts);
  await renderInbox(desk, undefined, undefined, createFakeBar(`page=settings-${section}`));
  return desk.accounts;
};

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const list = (name: string) => screen.findByRole('list', { name });
const textsOf = async (name: string) =>
  within(await list(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
const dialog = () => within(screen.getByRole('dialog'));
/** Shows by the password that it is the admin. */
const prove = (act: string, password = 'correct horse') => {
  fireEvent.input(dialog().getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(dialog().getByRole('button', { name: act }));
};

describe('the team', () => {
  const prepare = ({ team }: FakeAccounts) => {
    team.push({ ...account('maya', 'Maya'), online: true });
    team.push({ ...account('ben', 'Ben', { role: 'agent' }), online: false });
  };
  const menu = async (item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Change Ben' }));
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
  };

  it('says who is there, with which role, and offers no change of the own account', async () => {
    await start('team', prepare);
    const [maya, ben] = await textsOf('Agents');
    expect(maya).toMatch(/MayaYou.*Admin · Online/);
    expect(ben).toMatch(/Ben.*Agent$/);
    expect(screen.queryByRole('button', { name: 'Change Maya' })).toBeNull();
  });

  it('invites by a link, which can be copied', async () => {
    const writeText = vi.fn();
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const accounts = await start('team', prepare);
    await list('Agents');
    press('Invite a colleague');
    fireEvent.input(dialog().getByLabelText('Email addresses'), { target: { value: 'cleo@shop.example' } });
    expect(dialog().queryByLabelText('Password')).toBeNull();
    fireEvent.click(dialog().getByLabelText(/^Admin/));
    prove('Make the link');
    const link = await dialog().findByLabelText<HTMLInputElement>('Invitation link');
    expect(link.value).toBe('https://desk.example/agent#link=invited');
    fireEvent.click(dialog().getByRole('button', { name: 'Copy' }));
    await dialog().findByText('Copied');
    expect(writeText).toHaveBeenCalledWith(link.value);
    expect(accounts.made).toEqual([['invite', 'admin', 'cleo@shop.example']]);
    vi.unstubAllGlobals();
    fireEvent.click(dialog().getByRole('button', { name: 'Done' }));
    expect((await textsOf('Invitations'))[0]).toMatch(/cleo@shop.example.*Admin/);
    press('Withdraw the invitation: cleo@shop.example');
    fireEvent.click(dialog().getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull());
  });

  it('changes a role, and says why it cannot', async () => {
    const accounts = await start('team', prepare);
    accounts.refusal = { ok: false, failure: 'conflict', reason: 'The last admin stays' };
    await menu('Make an admin');
    prove('Change');
    expect((await screen.findByRole('alert')).textContent).toBe('The last admin stays.');
    prove('Change', 'not this one');
    await screen.findByText('The password is not right.');
    prove('Change');
    await screen.findByText('Ben is an admin now.');
    await waitFor(async () => expect((await textsOf('Agents'))[1]).toMatch(/Admin$/));
  });

  it('makes a link for a new password', async () => {
    await start('team', prepare);
    await menu('Link for a new password');
    prove('Make the link');
    const link = await screen.findByLabelText<HTMLInputElement>('Link');
    expect(link.value).toBe('https://desk.example/agent#link=reset-ben');
  });

  it('asks before it removes somebody', async () => {
    const accounts = await start('team', prepare);
    await menu('Remove from the team…');
    expect(accounts.made).toEqual([]);
    prove('Remove');
    await screen.findByText('Ben was removed.');
    expect(accounts.made).toEqual([['remove', 'ben']]);
    await waitFor(async () => expect(await textsOf('Agents')).toHaveLength(1));
    expect(document.activeElement?.textContent).toBe('Invite a colleague');
  });

  it('asks an admin of the demo for no password, as they have none', async () => {
    const accounts = await start('team', (made) => {
      prepare(made);
      made.agent = { ...made.agent, hasPassword: false };
    });
    await menu('Link for a new password');
    expect(dialog().queryByLabelText('Password')).toBeNull();
    fireEvent.click(dialog().getByRole('button', { name: 'Make the link' }));
    await screen.findByLabelText('Link');
    expect(accounts.made).toEqual([['reset', 'ben']]);
  });
});

it('API keys are made with a name and what they may do, shown once, and removed', async () => {
  const accounts = await start('keys', () => undefined);
  await screen.findByText('No API keys');
  press('New API key');
  fireEvent.input(dialog().getByLabelText('Name'), { target: { value: 'Bot' } });
  fireEvent.click(dialog().getByRole('button', { name: 'Make the key' }));
  expect((await dialog().findByRole('alert')).textContent).toBe('Choose what it may do.');
  fireEvent.click(dialog().getByLabelText(/^Insights/));
  fireEvent.click(dialog().getByLabelText(/^Conversations/));
  fireEvent.click(dialog().getByRole('button', { name: 'Make the key' }));
  expect((await dialog().findByLabelText<HTMLInputElement>('API key')).value).toBe('the-secret');
  expect(accounts.made).toEqual([['makeKey', 'Bot', ['conversations', 'insights']]]);
  fireEvent.click(dialog().getByRole('button', { name: 'Done' }));
  expect((await textsOf('API keys'))[0]).toMatch(/Bot.*Conversations, Insights.*Made by Maya.*never used/);
  expect(document.body.innerHTML).not.toContain('the-secret');
  press('Remove the key Bot');
  fireEvent.click(dialog().getByRole('button', { name: 'Remove' }));
  await screen.findByText('The key Bot was removed.');
  await screen.findByText('No API keys');
});

describe('the audit log', () => {
  const row = (id: string, action: string, extra: object = {}) => ({
    id,
    at: T0,
    actor: { kind: 'agent', id: 'ada', name: 'Ada' },
    action,
    changes: [],
    ...extra,
  });

  it('says in words who did what, a page at a time', async () => {
    await start('audit', ({ rows }) => {
      rows.push(row('3', 'agent-removed', { target: { kind: 'agent', id: 'b', name: 'Ben' } }));
      const change = { what: 'messenger/title', from: 'Support', to: 'Shop' };
      const target = { kind: 'settings', id: '7' };
      rows.push(
        row('2', 'settings-saved', {
          actor: { kind: 'key', id: 'k', name: 'Bot' },
          target,
          changes: [change],
        }),
      );
      rows.push(row('1', 'something-new', { actor: { kind: 'desk', id: 'desk', name: '' } }));
    });
    const [first, second] = await textsOf('Audit log');
    expect(first).toMatch(/Ada removed Ben from the team$/);
    expect(second).toMatch(/API key Bot saved the settingsVersion 7Title: Shop \(before: Support\)$/);
    press('Load older entries');
    await waitFor(async () => expect((await textsOf('Audit log'))[2]).toMatch(/The desk something new$/));
    expect(screen.queryByRole('button', { name: 'Load older entries' })).toBeNull();
  });

  it('names a visitor and a conversation by their ids, and leads to the conversation', async () => {
    await start('audit', ({ rows }) => {
      rows.push(row('2', 'conversation-closed', { target: { kind: 'conversation', id: 'c 1' } }));
      rows.push(row('1', 'visitor-blocked', { target: { kind: 'visitor', id: 'v1' } }));
    });
    const [closed, blocked] = await textsOf('Audit log');
    expect(closed).toMatch(/Ada closed a conversationConversation c 1$/);
    expect(blocked).toMatch(/Ada blocked a visitorVisitor v1$/);
    const link = screen.getByRole('link', { name: 'Conversation c 1' });
    expect(link.getAttribute('href')).toBe('#conversation=c%201');
  });

  it.each([
    [
      'conversation-assigned',
      { changes: [{ what: 'assignee', to: 'Ben' }] },
      ['Assignee: from nobody to Ben'],
    ],
    [
      'conversation-closed',
      { changes: [{ what: 'assignee', from: 'Ben' }] },
      ['Assignee: from Ben to nobody'],
    ],
    [
      'role-changed',
      { changes: [{ what: 'role', from: 'agent', to: 'admin' }] },
      ['Role: from agent to admin'],
    ],
    [
      'agent-changed',
      { detail: 'name', changes: [{ what: 'name', from: 'A', to: 'B' }] },
      ['Name: from A to B'],
    ],
    ['agent-changed', { detail: 'picture' }, ['Picture changed']],
    [
      'integration-changed',
      { changes: [{ what: 'hearsAll', from: true, to: false }] },
      ['Hears all conversations: from on to off'],
    ],
    ['settings-saved', { changes: [{ what: 'messenger/campaigns' }] }, ['Campaigns: changed']],
    ['settings-restored', { detail: 'version 3' }, ['Those of version 3']],
    // As an older desk has written them.
    ['conversation-assigned', { detail: 'Ben' }, ['Assignee: Ben']],
    ['role-changed', { detail: 'admin' }, ['Role: admin']],
    // As a newer desk may write them.
    [
      'something-new',
      { detail: 'of tomorrow', changes: [{ what: 'shape', from: 1, to: '' }] },
      ['shape: from 1 to nothing'],
    ],
    ['something-new', { detail: 'of tomorrow' }, ['of tomorrow']],
    ['signed-in', { detail: 'with a second factor' }, []],
  ])('says from what to what: %s %j', (action, extra, lines) => {
    expect(auditLines(row('1', action, extra))).toEqual(lines);
  });

  it('names whose conversation it is while the inbox has it', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    desk.accounts.rows.push(
      row('2', 'conversation-closed', { target: { kind: 'conversation', id: 'ana' } }),
      row('1', 'visitor-blocked', { target: { kind: 'visitor', id: 'user-ana' } }),
    );
    await renderInbox(desk, undefined, undefined, createFakeBar('page=settings-audit'));
    const [closed, blocked] = await textsOf('Audit log');
    expect(closed).toMatch(/closed a conversationConversation with Visitor ana$/);
    expect(blocked).toMatch(/blocked a visitorVisitor Visitor ana$/);
  });

  it('has words for each action, with and without a name of what was changed', () => {
    for (const action of AUDIT_ACTIONS) {
      for (const target of [undefined, { kind: 'agent', id: 'x', name: 'Ben' }]) {
        for (const detail of [undefined, 'agent']) {
          const entry = { ...row('1', action), target, detail };
          expect([actionWords(entry), ...auditLines(entry)].join()).not.toMatch(/undefined|-/);
        }
      }
    }
    expect(actorWords({ kind: 'agent', id: 'x', name: '' }, [])).toBe('An agent');
    const adas = [
      { id: 'ada', name: 'Ada', label: 'Ada (ada@shop.example)' },
      { id: 'a2', name: 'Ada', label: 'Ada (a2@shop.example)' },
    ];
    expect(actorWords({ kind: 'agent', id: 'a2', name: 'Ada' }, adas)).toBe('Ada (a2@shop.example)');
    expect(actorWords({ kind: 'agent', id: 'a2', name: 'Ada before' }, adas)).toBe('Ada before');
  });

  it('is downloaded as a file', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await start('audit', ({ rows }) => rows.push(row('1', 'signed-in')));
    await list('Audit log');
    press('Download as CSV');
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('audit.csv');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
});
