import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk, T0 } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const start = async (prepare: (desk: FakeDesk) => void = () => undefined) => {
  const desk = new FakeDesk();
  prepare(desk);
  const { inbox } = await renderInbox(desk, undefined, undefined, createFakeBar('page=account'));
  await screen.findByRole('form', { name: 'Who you are' });
  return { desk, inbox, accounts: desk.accounts };
};

const part = (name: string) => within(screen.getByRole('form', { name }));
const fill = (name: string, label: string, value: string) =>
  fireEvent.input(part(name).getByLabelText(label), { target: { value } });
const press = (name: string, act: string) => fireEvent.click(part(name).getByRole('button', { name: act }));

describe('alerts', () => {
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

  it('by email are kept with the account, and the others stay in the browser', async () => {
    const { accounts, inbox } = await start();
    const mail = 'Email when a visitor waits too long';
    expect(box(mail).checked).toBe(false);
    fireEvent.click(box(mail));
    await waitFor(() => expect(box(mail).checked).toBe(true));
    expect(accounts.made).toEqual([['change', { alerts: { mail: true } }]]);
    const wish = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect(wish('Of my visitors, and of those without an agent').checked).toBe(true);
    fireEvent.click(wish('None'));
    await waitFor(() =>
      expect(accounts.made.slice(1)).toEqual([['change', { alerts: { messages: 'none' } }]]),
    );
    await waitFor(() => expect(wish('None').checked).toBe(true));
    fireEvent.click(within(screen.getByRole('group', { name: /this browser/ })).getByLabelText('Sound'));
    expect([inbox.attention.ways.sound.value, accounts.made.length]).toEqual([false, 2]);
  });

  it('by email stay as they are, with a reason, where the desk does not store them', async () => {
    const { accounts } = await start();
    accounts.refusal = { ok: false, failure: 'network' };
    fireEvent.click(box('Email when a visitor waits too long'));
    await within(screen.getByRole('region', { name: 'Alerts' })).findByRole('alert');
    expect(box('Email when a visitor waits too long').checked).toBe(false);
  });
});

describe('my account', () => {
  it('changes name and email address, and the inbox uses them at once', async () => {
    const { accounts, inbox } = await start();
    fill('Who you are', 'Name', 'Maya M.');
    press('Who you are', 'Save');
    await part('Who you are').findByText('Saved.');
    expect(accounts.made).toEqual([['change', { name: 'Maya M.', email: 'maya@shop.example' }]]);
    expect(inbox.workspace.value?.agentName).toBe('Maya M.');
  });

  it('asks for the password before another email address, and not for the same in capitals', async () => {
    const { accounts } = await start();
    const field = () => part('Who you are').queryByLabelText<HTMLInputElement>('Password');
    expect(field()).toBeNull();
    fill('Who you are', 'Email address', ' MAYA@shop.example ');
    expect(field()).toBeNull();
    fill('Who you are', 'Email address', 'm@shop.example');
    expect([field()?.required, field()?.autocomplete]).toEqual([true, 'current-password']);
    fill('Who you are', 'Password', 'wrong');
    press('Who you are', 'Save');
    expect((await part('Who you are').findByRole('alert')).textContent).toBe('The password is not right.');
    expect(accounts.agent.email).toBe('maya@shop.example');
    fill('Who you are', 'Password', accounts.password);
    press('Who you are', 'Save');
    await part('Who you are').findByText('Saved.');
    expect([accounts.agent.email, field()]).toEqual(['m@shop.example', null]);
  });

  it('says why a change was refused', async () => {
    const { accounts } = await start();
    accounts.refusal = { ok: false, failure: 'conflict', reason: 'Somebody has this email address' };
    press('Who you are', 'Save');
    expect((await part('Who you are').findByRole('alert')).textContent).toMatch(/has this email/);
  });

  it('changes the password with the current one', async () => {
    const { accounts } = await start();
    fill('Password', 'Current password', 'wrong');
    fill('Password', 'New password', 'short');
    press('Password', 'Change the password');
    expect((await part('Password').findByRole('alert')).textContent).toMatch(/at least 10/);
    fill('Password', 'New password', ' '.repeat(12));
    press('Password', 'Change the password');
    await waitFor(() => expect(part('Password').getByRole('alert').textContent).toMatch(/more than spaces/));
    fill('Password', 'New password', 'battery staple');
    press('Password', 'Change the password');
    await waitFor(() => expect(part('Password').getByRole('alert').textContent).toMatch(/not right/));
    fill('Password', 'Current password', 'correct horse');
    press('Password', 'Change the password');
    await part('Password').findByText(/is changed/);
    expect(accounts.password).toBe('battery staple');
    expect(part('Password').getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  });

  it('turns the second factor on with a code of the app, and off with the password', async () => {
    const { accounts } = await start();
    const name = 'Second factor';
    fill(name, 'Password', 'wrong');
    press(name, 'Set it up');
    expect((await part(name).findByRole('alert')).textContent).toBe('The password is not right.');
    fill(name, 'Password', accounts.password);
    press(name, 'Set it up');
    await screen.findByRole('img', { name: /QR code/ });
    expect(part(name).getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    const codes = part(name).getByRole('list', { name: 'Recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['one-1', 'two-2']);
    fill(name, 'Code', '1');
    press(name, 'Turn it on');
    expect((await part(name).findByRole('alert')).textContent).toBe('The code is wrong.');
    fill(name, 'Code', '123456');
    press(name, 'Turn it on');
    await screen.findByRole('button', { name: 'Turn it off' });
    fill(name, 'Password', accounts.password);
    press(name, 'Turn it off');
    await screen.findByText(/It is off/);
  });

  it('lists where the agent is signed in, and ends the other sessions', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const { accounts } = await start(({ accounts: { sessions } }) => {
      sessions.push({ id: 'a', createdAt: T0, usedAt: T0, userAgent, current: true });
      sessions.push({ id: 'b', createdAt: T0, usedAt: T0, userAgent: '', current: false });
    });
    const list = await screen.findByRole('list', { name: 'Sessions' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/Firefox 140 on Linux.*This browser/);
    expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull();
    fireEvent.click(within(list).getByRole('button', { name: 'End the session in Unknown browser' }));
    await waitFor(() => expect(accounts.sessions.map(({ id }) => id)).toEqual(['a']));
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
    expect(document.activeElement?.textContent).toBe('Where you are signed in');
  });
});
