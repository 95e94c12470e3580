import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { createFakePush } from './support/fakeAccounts';
import { createFakeBar } from './support/fakeBar';
import { FakeDesk } from './support/fakeDesk';
import { quietBrowser, renderInbox } from './support/renderInbox';

const SWITCH = 'Push messages to this browser';
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: SWITCH });
const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36';

describe('push messages', () => {
  const start = async (
    push = createFakePush(),
    answer: NotificationPermission = 'granted',
    prepare: (desk: FakeDesk) => void = () => undefined,
  ) => {
    const desk = new FakeDesk();
    prepare(desk);
    const browser = { ...quietBrowser(), askPermission: async () => answer };
    const bar = createFakeBar('page=account');
    const tools = [undefined, browser, bar, undefined, undefined, undefined, push] as const;
    const { inbox } = await renderInbox(desk, ...tools);
    await screen.findByRole('checkbox', { name: SWITCH });
    return { desk, inbox, push, accounts: desk.accounts };
  };

  it('are turned on for this browser, tested, and follow whether the agent is away in it', async () => {
    const { accounts, inbox, push } = await start();
    fireEvent.click(box());
    await waitFor(() => expect(box().checked).toBe(true));
    expect(push.subscribed).toBe(true);
    for (const [outcome, words] of [
      ['taken', /appears in a moment/],
      ['failed', /did not answer/],
      ['refused', /refused/],
    ] as const) {
      accounts.tested = outcome;
      fireEvent.click(screen.getByRole('button', { name: 'Send a test' }));
      await screen.findByText(words);
    }
    inbox.presence.setAway(true);
    await waitFor(() => expect(accounts.pushed).toMatchObject([{ away: true, current: true }]));
    accounts.tested = 'ended';
    accounts.pushed = [];
    fireEvent.click(screen.getByRole('button', { name: 'Send a test' }));
    await waitFor(() => expect(box().checked).toBe(false));
  });

  it('say why there are none', async () => {
    await start(createFakePush(), 'denied');
    fireEvent.click(box());
    await screen.findByText(/The browser blocks notifications/);
    expect(box().checked).toBe(false);
  });

  it.each([
    ['missing', /does not offer push messages/],
    ['install', /home screen/],
  ] as const)('cannot be turned on in a browser where they are %s', async (obstacle, words) => {
    await start(createFakePush(obstacle));
    expect(box().disabled).toBe(true);
    screen.getByText(words);
  });

  it('end in other browsers by their row, and in this one by the switch and by signing out', async () => {
    const other = { id: 'b', userAgent: CHROME, createdAt: 1, away: true, current: false };
    const { accounts, push, inbox } = await start(undefined, undefined, (desk) => {
      desk.accounts.pushed = [other];
    });
    const list = within(await screen.findByRole('list', { name: 'Other browsers with push messages' }));
    list.getByText(/Away: only mentions/);
    fireEvent.click(list.getByRole('button', { name: /^Remove Chrome/ }));
    await waitFor(() => expect(accounts.pushed).toEqual([]));
    for (const on of [true, false, true]) {
      fireEvent.click(box());
      await waitFor(() => expect([box().checked, push.subscribed]).toEqual([on, on]));
    }
    await inbox.session.signOut();
    await waitFor(() => expect(push.subscribed).toBe(false));
  });

  it('end in the browser if the desk has ended them, and open a clicked conversation', async () => {
    const push = createFakePush();
    push.subscribed = true;
    const { inbox } = await start(push);
    await waitFor(() => expect(push.subscribed).toBe(false));
    push.open('c-1');
    expect(inbox.workspace.value?.activeId.value).toBe('c-1');
  });
});
