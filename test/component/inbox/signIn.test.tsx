import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { createSession } from '../../../examples/support-desk/inbox/state/account/session';
import { LinkPage } from '../../../examples/support-desk/inbox/ui/account/LinkPage';
import { SignIn } from '../../../examples/support-desk/inbox/ui/account/SignIn';
import { createFakeTabs, type FakeAccounts } from './support/fakeAccounts';
import { FakeDesk } from './support/fakeDesk';

const signedOut = async (prepare: (accounts: FakeAccounts) => void = () => undefined) => {
  const desk = new FakeDesk();
  const { accounts } = desk;
  accounts.signedIn = false;
  prepare(accounts);
  const storage = createSafeStorage(() => undefined);
  const session = createSession({ storage, api: desk.api, tabs: createFakeTabs()() });
  await session.check();
  return { accounts, session };
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alert = async (words: RegExp) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(words));

describe('the sign-in page', () => {
  const start = async (prepare?: (accounts: FakeAccounts) => void) => {
    const made = await signedOut(prepare);
    render(<SignIn session={made.session} />);
    const signIn = (password = 'correct horse') => {
      fill('Email address', 'maya@shop.example');
      fill('Password', password);
      press('Sign in');
    };
    const isIn = () => waitFor(() => expect(made.session.state.value.status).toBe('signedIn'));
    return { ...made, signIn, isIn };
  };

  it('takes an email address and a password, which a password manager can fill in', async () => {
    const { signIn, isIn } = await start();
    expect(field('Email address').autocomplete).toBe('username');
    expect(field('Password').autocomplete).toBe('current-password');
    expect(document.activeElement).toBe(field('Email address'));
    signIn();
    await isIn();
  });

  it('says that a password is wrong, and lets the agent try again', async () => {
    const { signIn, isIn } = await start();
    signIn('wrong');
    await alert(/do not match/);
    expect(field('Password').getAttribute('aria-invalid')).toBe('true');
    signIn();
    await isIn();
  });

  it.each([
    [{ failure: 'busy', waitS: 90 }, /Too many attempts.*2 min/],
    [{ failure: 'network' }, /cannot be reached/],
    [{ failure: 'server' }, /could not do this/],
  ] as const)('says why it cannot sign in: %o', async (refusal, words) => {
    const { accounts, signIn } = await start();
    accounts.refusal = { ok: false, ...refusal };
    signIn();
    await alert(words);
  });

  it('then asks for the code of the second factor', async () => {
    const { signIn, session, isIn } = await start((accounts) => {
      accounts.code = '424242';
    });
    signIn();
    await waitFor(() => expect(document.activeElement).toBe(field('Code')));
    expect(session.state.value.status).toBe('signedOut');
    fill('Code', '1');
    press('Sign in');
    await alert(/not accepted/);
    fill('Code', ' 424242 ');
    press('Sign in');
    await isIn();
  });

  it('leads back from the code to another account', async () => {
    const { signIn } = await start((accounts) => {
      accounts.code = '424242';
    });
    signIn();
    await waitFor(() => field('Code'));
    press('Use another account');
    await waitFor(() => expect(document.activeElement).toBe(field('Email address')));
  });

  it('offers the demo’s agents, where the desk does', async () => {
    const { session, isIn } = await start((accounts) => {
      accounts.demo = ['Ada', 'Ben'];
    });
    await screen.findByRole('button', { name: 'Continue as Ada' });
    press('Continue as Ben');
    await isIn();
    expect(session.state.value).toMatchObject({ agent: { name: 'Ben' } });
  });

  it('says where the link of a demo is, in a browser that has not opened it', async () => {
    await start((accounts) => {
      accounts.needsDemoLink = true;
    });
    await screen.findByText(/open the link to the inbox that the desk has printed in its terminal\.$/);
    expect(screen.queryByRole('button', { name: /Continue as/ })).toBeNull();
  });

  it('says where the first admin’s link is, while nobody has an account', async () => {
    const { accounts } = await start((made) => {
      made.needsSetup = true;
    });
    await screen.findByRole('heading', { name: 'This desk has no agents yet' });
    accounts.needsSetup = false;
    press('Check again');
    await screen.findByLabelText('Email address');
  });
});

describe('the page of a one-use link', () => {
  const start = async (kind: 'setup' | 'invitation' | 'reset', known: object = {}) => {
    const made = await signedOut(({ links }) => links.set('t', { kind, role: 'agent', ...known }));
    made.session.openLink('t');
    render(<LinkPage session={made.session} token="t" onSetUp={() => undefined} />);
    await waitFor(() => field('New password'));
    return made;
  };

  it('says the rule of passwords beforehand, asks for name and email, and signs in', async () => {
    const { accounts, session } = await start('setup');
    screen.getByRole('heading', { name: 'Set up the inbox' });
    const password = field('New password');
    expect(password.autocomplete).toBe('new-password');
    const rule = document.getElementById(password.getAttribute('aria-describedby') ?? '');
    expect(rule?.textContent).toMatch(/At least 10 characters/);
    fill('Name', ' Ada ');
    fill('Email address', 'ada@shop.example');
    fill('New password', 'too short');
    press('Set up and sign in');
    await alert(/at least 10 characters/);
    expect(accounts.followed).toEqual([]);
    fill('New password', 'a long password');
    press('Set up and sign in');
    await waitFor(() => expect(session.state.value.status).toBe('signedIn'));
    expect(accounts.followed).toEqual([
      { name: 'Ada', email: 'ada@shop.example', password: 'a long password' },
    ]);
    expect(session.link.value).toBeUndefined();
  });

  it('has the address of an invitation filled in', async () => {
    await start('invitation', { email: 'ben@shop.example' });
    screen.getByRole('heading', { name: 'Join the team' });
    expect(field('Email address').value).toBe('ben@shop.example');
    expect(document.activeElement).toBe(field('Name'));
  });

  it('asks for nothing but the password of a known agent', async () => {
    const { accounts } = await start('reset', { email: 'ada@shop.example', name: 'Ada' });
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(field('Email address').readOnly).toBe(true);
    fill('New password', 'a long password');
    press('Save and sign in');
    await waitFor(() => expect(accounts.followed).toEqual([{ password: 'a long password' }]));
  });

  it('says why the desk refuses what was written', async () => {
    const { accounts } = await start('invitation');
    accounts.refusal = { ok: false, failure: 'conflict', reason: 'This email address has an account' };
    fill('Name', 'Ben');
    fill('Email address', 'ada@shop.example');
    fill('New password', 'a long password');
    press('Join and sign in');
    await alert(/has an account/);
  });

  it('says that a link was used, and leads to the inbox', async () => {
    const { session } = await signedOut();
    session.openLink('used');
    render(<LinkPage session={session} token="used" onSetUp={() => undefined} />);
    await screen.findByRole('heading', { name: 'This link no longer works' });
    press('Go to the inbox');
    expect(session.link.value).toBeUndefined();
  });

  it('lets a signed-in agent stay who they are', async () => {
    const { session, accounts } = await start('invitation');
    accounts.signedIn = true;
    await session.check();
    fireEvent.click(await screen.findByRole('button', { name: 'Stay signed in as Maya' }));
    expect(session.link.value).toBeUndefined();
  });
});
