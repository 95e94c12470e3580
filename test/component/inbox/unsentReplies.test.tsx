import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { askBeforeLeaving } from '../../../examples/support-desk/inbox/state/account/leaving';
import { createUnsentReplies } from '../../../examples/support-desk/inbox/state/writing/unsentReplies';
import { FakeDesk } from './support/fakeDesk';
import {
  articles,
  closeInboxes,
  openConversation,
  renderInbox,
  reply,
  row,
  sendReply,
  texts,
} from './support/renderInbox';

afterEach(() => void vi.useRealTimers());

const storage = () => createSafeStorage(() => undefined);
const start = async (desk = new FakeDesk(), tab = storage()) => {
  if (desk.conversations.length === 0) for (const id of ['ana', 'bo']) desk.add(id);
  const { inbox } = await renderInbox(desk, tab);
  await openConversation(inbox, 'Visitor ana');
  return { desk, tab, inbox };
};
/** The agent sends a reply that fails. */
const startUnsent = async (failure: FakeDesk['sendFailure'] = 'network') => {
  const made = await start();
  made.desk.sendFailure = failure;
  sendReply('One');
  return made;
};
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.firstElementChild?.textContent);
const WAITS = 'Not sent yet: the desk cannot be reached. It will be sent automatically.';
const FILE_WAITS = `${WAITS} Keep this page open, or the file is lost.`;
/** Whether the browser would ask the agent before the page closes. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const stored = (desk: FakeDesk) => desk.messages.get('ana')?.map((m) => m.text);

it('replies that cannot reach the desk wait in their order, and go by themselves when the connection is back', async () => {
  const { desk } = await startUnsent();
  await waitFor(() => expect(alerts()).toEqual([WAITS]));
  desk.sent.length = 0;
  sendReply('Two');
  await waitFor(() => expect(alerts()).toEqual([WAITS, WAITS]));
  // Only the first reply is retried; the second does not overtake it.
  expect(desk.sent.map((s) => s.body.text)).toEqual(['One']);
  desk.sendFailure = undefined;
  desk.live?.onReady();
  await waitFor(() => expect(alerts()).toEqual([]));
  await waitFor(() => expect(stored(desk)).toEqual(['text of m-ana', 'One', 'Two']));
  expect(texts()).toEqual(['text of m-ana', 'One', 'Two']);
});

it('a reply whose answer was lost is stored once, after any number of retries', async () => {
  const { desk } = await start();
  desk.sendFailure = 'server';
  desk.loseAnswers = true;
  desk.echo = 'none';
  sendReply('One');
  await waitFor(() => expect(alerts()).toHaveLength(1));
  desk.live?.onReady();
  await waitFor(() => expect(desk.sent).toHaveLength(2));
  desk.sendFailure = undefined;
  desk.live?.onReady();
  await waitFor(() => expect(alerts()).toEqual([]));
  expect(new Set(desk.sent.map((s) => s.body.referenceId)).size).toBe(1);
  expect(stored(desk)).toEqual(['text of m-ana', 'One']);
});

it('a reply waits over a reload and is marked in the list', async () => {
  const { desk, tab } = await startUnsent();
  sendReply('Two');
  await waitFor(() => expect(alerts()).toHaveLength(2));
  closeInboxes();
  desk.sendFailure = 'network';
  await renderInbox(desk, tab);
  await waitFor(() => expect(row('Visitor ana').textContent).toContain('Not sent yet'));
  closeInboxes();
  desk.sendFailure = undefined;
  const { inbox } = await renderInbox(desk, tab);
  await waitFor(() => expect(stored(desk)).toEqual(['text of m-ana', 'One', 'Two']));
  await waitFor(() => expect(row('Visitor ana').textContent).not.toContain('Not sent yet'));
  await openConversation(inbox, 'Visitor ana');
  expect(texts()).toEqual(['text of m-ana', 'One', 'Two']);
  closeInboxes();
  desk.sent.length = 0;
  await renderInbox(desk, tab);
  expect(desk.sent).toEqual([]);
});

it('a reply that the desk refuses is kept until the agent acts', async () => {
  const { desk, tab } = await start();
  desk.sendFailure = 'rejected';
  desk.sendReason = 'It is too long';
  sendReply('One');
  await waitFor(() => expect(alerts()).toEqual(['Not sent: It is too long']));
  desk.sendFailure = undefined;
  // The rejected reply does not block the next one.
  sendReply('Two');
  await waitFor(() => expect(stored(desk)).toEqual(['text of m-ana', 'Two']));
  closeInboxes();
  const { inbox } = await start(desk, tab);
  inbox.workspace.value?.reconnect();
  await waitFor(() => expect(alerts()).toEqual(['Not sent: It is too long']));
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(reply().value).toBe('One'));
  closeInboxes();
  await start(desk, tab);
  expect([alerts(), stored(desk)]).toEqual([[], ['text of m-ana', 'Two']]);
});

it('a reply is retried with growing pauses while the desk does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { desk } = await startUnsent('busy');
  await vi.advanceTimersByTimeAsync(0);
  const tries: number[] = [];
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    desk.sent.length = 0;
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(desk.sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    tries.push(desk.sent.length);
  }
  expect(tries).toEqual([1, 1, 1, 1, 1, 1]);
  desk.sendFailure = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored(desk)).toEqual(['text of m-ana', 'One']);
  desk.sendFailure = 'busy';
  sendReply('Two');
  await vi.advanceTimersByTimeAsync(0);
  closeInboxes();
  desk.sent.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(desk.sent).toEqual([]);
});

it.each([6, 30, 90, 1e9])(
  'a reply waits as long as a busy desk asks, here %s s, and at most five minutes',
  async (asked) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { desk } = await start();
    desk.sendFailure = 'busy';
    desk.waitS = asked;
    sendReply('One');
    await vi.advanceTimersByTimeAsync(0);
    desk.sendFailure = undefined;
    await vi.advanceTimersByTimeAsync(Math.min(asked, 300) * 1000 - 1);
    expect(stored(desk)).toEqual(['text of m-ana']);
    await vi.advanceTimersByTimeAsync(1);
    expect(stored(desk)).toEqual(['text of m-ana', 'One']);
  },
);

it('a file that cannot reach the desk is sent again by itself while its page lives', async () => {
  const { desk, inbox } = await start();
  inbox.workspace.value?.sendFiles([new File(['x'], 'bill.pdf')]);
  await waitFor(() => expect(desk.uploads).toHaveLength(1));
  desk.uploads[0]?.finish('network');
  await waitFor(() => expect(alerts()).toEqual([FILE_WAITS]));
  desk.live?.onReady();
  await waitFor(() => expect(desk.uploads).toHaveLength(2));
  desk.uploads[1]?.finish();
  await waitFor(() => expect(articles()[1]?.classList.contains('sent')).toBe(true));
  expect(desk.uploads.map((u) => u.body.referenceId)).toEqual([
    desk.uploads[0]?.body.referenceId,
    desk.uploads[0]?.body.referenceId,
  ]);
});

it('a page with replies or files that wait asks before it closes, and only then', async () => {
  const { desk, inbox, tab } = await start();
  const stopAsking = askBeforeLeaving(inbox.holdsUnsaved);
  desk.sendFailure = 'network';
  sendReply('One');
  await waitFor(() => expect(alerts()).toEqual([WAITS]));
  // It is kept, but only an open inbox sends it.
  expect(asksBeforeLeaving()).toBe(true);
  desk.sendFailure = undefined;
  desk.live?.onReady();
  await waitFor(() => expect(alerts()).toEqual([]));
  expect(asksBeforeLeaving()).toBe(false);

  inbox.workspace.value?.sendFiles([new File(['x'], 'bill.pdf'), new File(['y'], 'plan.pdf')]);
  await waitFor(() => expect(desk.uploads).toHaveLength(1));
  expect(asksBeforeLeaving()).toBe(true);
  // What is stored for the next page must not promise a file that it cannot have.
  expect(createUnsentReplies(tab).ids()).toEqual([]);
  desk.uploads[0]?.finish();
  await waitFor(() => expect(desk.uploads).toHaveLength(2));
  expect(asksBeforeLeaving()).toBe(true);
  desk.uploads[1]?.finish('rejected');
  await waitFor(() => expect(alerts()).toEqual(['Not sent: the desk did not accept it.']));
  expect(asksBeforeLeaving()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));

  inbox.workspace.value?.sendFiles([new File(['z'], 'map.pdf')]);
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
  stopAsking();
  expect(asksBeforeLeaving()).toBe(false);
});

it('a file outlives an ended session and is sent after the next sign-in; signing out removes it', async () => {
  const { desk, inbox } = await start();
  inbox.workspace.value?.sendFiles([new File(['x'], 'bill.pdf')]);
  await waitFor(() => expect(desk.uploads).toHaveLength(1));
  desk.uploads[0]?.finish('unauthorized');
  await waitFor(() => expect(inbox.workspace.value).toBeUndefined());
  expect(inbox.holdsUnsaved.value).toBe(true);
  await inbox.session.check();
  await waitFor(() => expect(desk.uploads).toHaveLength(2));
  expect(desk.uploads[1]?.file.name).toBe('bill.pdf');
  expect(desk.uploads[1]?.body.referenceId).toBe(desk.uploads[0]?.body.referenceId);
  desk.uploads[1]?.finish();
  await waitFor(() => expect(inbox.holdsUnsaved.value).toBe(false));
  expect(desk.messages.get('ana')).toHaveLength(2);

  await openConversation(inbox, 'Visitor ana');
  inbox.workspace.value?.sendFiles([new File(['y'], 'plan.pdf')]);
  await waitFor(() => expect(inbox.holdsUnsaved.value).toBe(true));
  await inbox.session.signOut();
  expect(inbox.holdsUnsaved.value).toBe(false);
  desk.accounts.signedIn = true;
  await inbox.session.check();
  await openConversation(inbox, 'Visitor ana');
  expect(articles()).toHaveLength(2);
});

it('an ended session removes no reply; signing out does', async () => {
  const { tab, inbox } = await startUnsent('unauthorized');
  await waitFor(() => expect(inbox.workspace.value).toBeUndefined());
  expect(createUnsentReplies(tab).ids()).toEqual(['ana']);
  await inbox.session.signOut();
  expect(createUnsentReplies(tab).ids()).toEqual([]);
});

it('stored entries that are invalid are ignored', () => {
  for (const odd of [
    '{',
    '[]',
    '7',
    '{"c":7}',
    '{"c":[null,{"key":1},{"key":"k"},{"key":"k","message":{}}]}',
  ]) {
    const tab = storage();
    tab.set('porch.agentOutbox', odd);
    expect(createUnsentReplies(tab).get('c')).toEqual([]);
    expect(createUnsentReplies(tab).get('constructor')).toEqual([]);
  }
});
