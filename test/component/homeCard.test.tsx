import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { createFakeStorages } from '../support/fakeStorage';
import { unsent, wire } from '../support/messages';
import { URLS } from './support/hostileVectors';
import {
  box,
  CONVERSATION,
  draw,
  type Home,
  items,
  log,
  renderHome,
  sendButton,
  type,
} from './support/renderHome';

const texts = () => items().map((li) => li.querySelector('p')?.textContent ?? li.textContent);
const says = (home: Home, _id: string, secondsAgo: number, more: Record<string, unknown> = {}) =>
  draw(() => home.messages.merge(CONVERSATION, [wire(_id, home.ago(secondsAgo), { name: 'Ann', ...more })]));
const failed = (
  home: Home,
  patch: { isRetryable: boolean; errorReason: 'unknown' | 'characterLimit' | 'network' },
) =>
  draw(() => {
    home.messages.add(CONVERSATION, unsent('ref', home.ago(1), { text: 'hello' }));
    home.messages.patch(CONVERSATION, 'ref', { status: 'failed', ...patch });
  });

const it = test.extend('home', () => renderHome());

describe('the card', () => {
  it('is found by the names of the design (home-1)', () => {
    renderHome();
    expect(log().getAttribute('aria-live')).toBe('off');
    expect(box().tagName).toBe('TEXTAREA');
    expect(sendButton().tagName).toBe('BUTTON');
    expect(screen.getByRole('heading', { level: 1, name: 'Shoe shop' })).toBeTruthy();
  });

  it('shows a description and an avatar if there are any (home-1)', () => {
    const { unmount } = renderHome();
    expect(document.querySelectorAll('header p, header img')).toHaveLength(0);
    unmount();
    renderHome({
      messenger: { title: 'T', description: 'We help', avatarUrl: 'https://a.example/a.png' },
    });
    expect(screen.getByText('We help')).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('https://a.example/a.png');
  });

  it('shows who has answered, with their picture, until it is the list of conversations (home-10)', async () => {
    const messenger = { title: 'T', description: 'We help', avatarUrl: 'https://a.example/a.png' };
    const home = renderHome({ messenger });
    const shown = () => [
      document.querySelector('header p')?.textContent,
      document.querySelector('header img')?.getAttribute('src'),
    ];
    const own = ['We help', messenger.avatarUrl];
    await says(home, 'unnamed', 9, { name: undefined });
    await says(home, 'team', 8, { name: 'T' });
    expect(shown()).toEqual(own);
    await says(home, 'ann', 7, { avatarUrl: 'https://a.example/ann.png' });
    await says(home, 'mine', 6, { role: 'appUser', name: 'Me' });
    expect(shown()).toEqual(['Ann', 'https://a.example/ann.png']);
    await says(home, 'bob', 5, { name: 'Bob' });
    expect(shown()).toEqual(['Bob', undefined]);
    expect(screen.getByRole('heading', { level: 1, name: 'T' })).toBeTruthy();
    await draw(() => home.conversations.show());
    expect(shown()).toEqual(own);
  });

  it(`draws no avatar from ${URLS.length} hostile addresses`, () => {
    for (const avatarUrl of URLS) {
      const { unmount } = renderHome({ messenger: { title: 'shop', avatarUrl } });
      expect(screen.getByText('S').parentElement?.querySelector('img'), avatarUrl).toBeNull();
      unmount();
    }
  });

  it('shows the first letter when the avatar is missing or broken', async () => {
    renderHome({ messenger: { title: 'shop', avatarUrl: 'https://a.example/a.png' } });
    const image = document.querySelector('img') as HTMLImageElement;
    await draw(() => void fireEvent.error(image));
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('header')?.textContent).toContain('S');
  });

  it('closes by its button, with how it was pressed (home-1, home-9)', () => {
    const { actions } = renderHome();
    const close = screen.getByRole('button', { name: 'Close messaging window' });
    fireEvent.click(close, { detail: 1 });
    fireEvent.click(close, { detail: 0 });
    expect(actions.close.mock.calls).toEqual([[1], [0]]);
  });

  it('invites the visitor to write while there is no message (home-4)', async ({ home }) => {
    expect(screen.getByRole('heading', { level: 2, name: 'How can we help?' })).toBeTruthy();
    await says(home, 'm1', 5);
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  it('promises to keep the answer only where the next page finds the visitor (store-9)', async () => {
    let keeps = false;
    const { consent, user } = renderHome({ storages: { ...createFakeStorages(), keeps: () => keeps } });
    const promise = () => screen.queryByText(/You’ll find our reply here/) !== null;
    expect(promise()).toBe(false);
    keeps = true;
    await draw(() => consent.set('functional'));
    expect(promise()).toBe(true);
    keeps = false;
    await draw(() => consent.set('none'));
    expect(promise()).toBe(false);
    // The page logs its user in again.
    await draw(() => user.useJwt('token', 'anna'));
    expect(promise()).toBe(true);
  });

  it('says when the conversation could not be opened, and tries again on request (layout-12, home-5)', async () => {
    const { user, actions } = renderHome({ started: false });
    await draw(() => {
      user.setInitialized('failed');
    });
    expect(screen.getByRole('alert').textContent).toBe('We couldn’t open the conversation.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(actions.retryStart).toHaveBeenCalledTimes(1);
    await draw(() => {
      user.setInitialized('pending');
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that the connection is lost after it was connected', async () => {
    const { connection } = renderHome();
    // Live regions must exist before their text arrives, or screen readers do not announce it.
    const regions = screen.getAllByRole('status');
    const said = () => regions.map((s) => s.textContent).filter(Boolean);
    expect(said()).toEqual([]);
    await draw(() => connection.set('connected', 'subscribed'));
    expect(said()).toEqual([]);
    await draw(() => connection.set('reconnecting', 'down'));
    expect(said()).toEqual(['Reconnecting… Your messages will be sent later.']);
    await draw(() => connection.set('disconnected', 'offline'));
    expect(said()).toEqual(['You’re offline. Your messages will be sent later.']);
    await draw(() => connection.set('connected', 'subscribed'));
    expect(said()).toEqual(['You’re back online']);
  });

  it('says that the login has ended, and what to do (login-23)', async () => {
    const { conversations } = renderHome();
    const regions = screen.getAllByRole('status');
    await draw(() => conversations.setNotice('login_ended'));
    expect(regions.map((s) => s.textContent).filter(Boolean)).toEqual([
      'You’re signed out. Sign in again to see your conversation. Unsent messages are kept.',
    ]);
  });

  it('says that the conversation was removed, until the visitor chooses another', async () => {
    const { conversations, connection } = renderHome();
    const regions = screen.getAllByRole('status');
    const said = () => regions.map((s) => s.textContent).filter(Boolean);
    await draw(() => {
      conversations.setNotice('conversation_removed');
    });
    expect(said()).toEqual(['This conversation is no longer available.']);
    await draw(() => connection.set('connected', 'subscribed'));
    await draw(() => connection.set('reconnecting', 'down'));
    expect(said()).toEqual(['Reconnecting… Your messages will be sent later.']);
    await draw(() => connection.set('connected', 'subscribed'));
    await draw(() => conversations.show('c'));
    expect(conversations.notice.value).toBeUndefined();
  });

  it('speaks the language of the moment', async ({ home }) => {
    await draw(() => {
      home.words.value = { ...home.words.value, t: (key) => `<${key}>` };
    });
    expect(screen.getByRole('textbox', { name: '<composer_label>' })).toBeTruthy();
  });
});

describe('a message', () => {
  it('is an item of the log with author and time in its text', async ({ home }) => {
    await says(home, 'm1', 60, { text: 'Good day' });
    const [, item] = items();
    expect(item?.textContent).toMatch(/^Ann, \d{1,2}:\d\d\s[AP]M/);
    expect(item?.textContent).toContain('Good day');
  });

  it("is the visitor's, or the shop's where nobody is named", async ({ home }) => {
    await says(home, 'm1', 60, { role: 'appUser', text: 'mine' });
    await says(home, 'm2', 50, { name: undefined, text: 'theirs' });
    expect(items().find((li) => li.textContent?.includes('mine'))?.textContent).toMatch(/^You, /);
    expect(items().find((li) => li.textContent?.includes('theirs'))?.textContent).toMatch(/^Shoe shop, /);
  });

  it('on its way says so, and then that it is sent, in the same bubble', async ({ home }) => {
    await draw(() => home.messages.add(CONVERSATION, unsent('ref', home.ago(1), { text: 'hello' })));
    const bubble = items()[1];
    expect(bubble?.textContent).toContain('Sending');
    await draw(() =>
      home.messages.merge(CONVERSATION, [
        wire('m1', home.ago(0), { role: 'appUser', referenceId: 'ref', text: 'hello' }),
      ]),
    );
    expect(items()[1]).toBe(bubble);
    expect(bubble?.textContent).toContain('Sent');
    expect(bubble?.textContent).not.toContain('Sending');
  });

  it('says Sent under the last one alone (log-6)', async ({ home }) => {
    await says(home, 'm1', 20, { role: 'appUser', text: 'one' });
    await says(home, 'm2', 10, { role: 'appUser', text: 'two' });
    expect(within(log()).getAllByText('Sent')).toHaveLength(1);
    expect(items().at(-1)?.textContent).toContain('Sent');
    await says(home, 'm3', 5);
    expect(within(log()).queryByText('Sent')).toBeNull();
  });

  it('that failed is an alert, and is sent again by pressing it (msg-2)', async ({ home }) => {
    await failed(home, { isRetryable: true, errorReason: 'unknown' });
    expect(screen.getByRole('alert').textContent).toBe('Message failed to sendTry again');
    // Who comes to the button by keyboard hears what went wrong.
    const retry = { name: 'Try again', description: 'Message failed to send' };
    fireEvent.click(screen.getByRole('button', retry));
    expect(home.actions.retry.mock.calls).toEqual([['ref']]);
    await draw(() => home.messages.patch(CONVERSATION, 'ref', { status: 'sending' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['characterLimit', 'This message is too long. Shorten it and send it again.'],
    ['unknown', 'Message failed to send'],
  ] as const)('that failed for good (%s) says why and offers no retry', async (errorReason, words) => {
    const home = renderHome();
    await failed(home, { isRetryable: false, errorReason });
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each([
    ['', 'hello'],
    ['and a draft', 'hello\nand a draft'],
  ])('that failed goes back into the text box by Edit, before the draft "%s"', async (draft, written) => {
    const home = renderHome();
    await failed(home, { isRetryable: false, errorReason: 'characterLimit' });
    if (draft) type(draft);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(home.actions.remove.mock.calls).toEqual([['ref']]);
    expect(box().value).toBe(written);
    await draw(() => {});
    // The card has seen it too: it keeps the draft, and the text can be sent.
    expect(home.actions.keepDraft).toHaveBeenLastCalledWith(written);
    expect(sendButton().ariaDisabled).toBeNull();
    expect(document.activeElement).toBe(box());
    expect(box().selectionStart).toBe('hello'.length);
  });

  it('that only the network kept back is called waiting, not failed, beside its retry, and may be taken away', async () => {
    const home = renderHome();
    await failed(home, { isRetryable: true, errorReason: 'network' });
    expect(items()[1]?.textContent).toContain('Not sent yet');
    expect(items()[1]?.querySelector('[data-waits]')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Not sent yetTry again');
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(home.actions.remove.mock.calls).toEqual([['ref']]);
  });

  it('that takes long is marked as delayed, with a retry, instead of Sending', async ({ home }) => {
    await draw(() => {
      home.messages.add(CONVERSATION, unsent('ref', home.ago(1), { text: 'hello' }));
      home.messages.patch(CONVERSATION, 'ref', { isDelayed: true });
    });
    expect(items()[1]?.textContent).toContain('Not sent yet');
    expect(within(log()).queryByText('Sending')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(home.actions.retry.mock.calls).toEqual([['ref']]);
  });

  it('keeps its line breaks and makes its addresses followable, safely', async ({ home }) => {
    await says(home, 'm1', 5, { text: 'one\ntwo https://a.example/x, javascript:alert(1)' });
    expect(texts().at(-1)).toBe('one\ntwo https://a.example/x, javascript:alert(1)');
    const link = await screen.findByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://a.example/x',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(texts().at(-1)).toBe('one\ntwo https://a.example/x, javascript:alert(1)');
  });

  it('of an unknown type shows its text, else its fallback, else that it cannot be shown (log-10)', async () => {
    const home = renderHome();
    await says(home, 'm1', 9, { type: 'hologram', text: 'its text', textFallback: 'unused' });
    await says(home, 'm2', 8, { type: 'hologram', text: undefined, textFallback: 'its fallback' });
    await says(home, 'm3', 7, { type: 'constructor', text: undefined });
    await says(home, 'm4', 6, { type: '__proto__', text: '' });
    expect(texts().slice(1)).toEqual([
      'its text',
      'its fallback',
      'This message can’t be shown here.',
      'This message can’t be shown here.',
    ]);
  });
});

describe('hostile words', () => {
  const HTML =
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>&amp;{{name}}';

  it('in text, names and fallbacks stay words', async ({ home }) => {
    const before = document.querySelectorAll('img, script').length;
    await says(home, 'm1', 9, { text: HTML, name: HTML });
    await says(home, 'm2', 8, { text: undefined, textFallback: HTML, name: 'Ann', authorId: 'x' });
    await draw(() => home.conversations.typing(CONVERSATION, { typingUser: { name: HTML } }));
    await draw(() => home.announce(HTML));
    expect(document.querySelectorAll('img, script').length).toBe(before);
    expect(document.querySelectorAll('b').length).toBe(2);
    expect(texts().slice(1, 3)).toEqual([HTML, HTML]);
    expect((window as { hacked?: number }).hacked).toBeUndefined();
  });

  it('cannot break the log with a time that cannot be displayed', async ({ home }) => {
    await says(home, 'm1', 0, { text: 'fine' });
    await draw(() => home.messages.merge(CONVERSATION, [wire('m2', 253_402_300_799, { text: 'far away' })]));
    await draw(() => home.messages.merge(CONVERSATION, [wire('m3', -253_402_300_799, { text: 'long ago' })]));
    expect(texts().filter((t) => ['fine', 'far away', 'long ago'].includes(t ?? ''))).toEqual([
      'long ago',
      'fine',
      'far away',
    ]);
  });
});

describe('the rows between', () => {
  it('are a time at the start and after each long gap, readable by machines', async ({ home }) => {
    await says(home, 'm1', 4000);
    await says(home, 'm2', 3500);
    await says(home, 'm3', 100);
    const times = [...log().querySelectorAll('time')];
    expect(times.map((t) => t.getAttribute('datetime'))).toEqual(
      [4000, 100].map((s) => new Date(Math.round(home.ago(s) * 1000)).toISOString()),
    );
    expect(items()[0]?.contains(times[0] ?? null)).toBe(true);
    expect(items()[3]?.contains(times[1] ?? null)).toBe(true);
  });

  it('include the divider before unread messages', async ({ home }) => {
    await says(home, 'm1', 100, { text: 'old' });
    await says(home, 'm2', 50, { text: 'new' });
    await draw(() => home.conversations.read(CONVERSATION, { dividerAt: home.ago(100) }));
    expect(texts().slice(1)).toEqual(['old', 'New messages', 'new']);
  });

  it('are who types, as a status and at the end', async ({ home }) => {
    await says(home, 'm1', 100);
    const regions = screen.getAllByRole('status');
    const typing = () => regions.map((s) => s.textContent).filter(Boolean);
    expect(typing()).toEqual([]);
    await draw(() => home.conversations.typing(CONVERSATION, { typingUser: { name: 'Ann' } }));
    expect(typing()).toEqual(['Ann is typing']);
    expect(items().at(-1)?.textContent).toBe('Ann is typing');
    await draw(() => home.conversations.typing(CONVERSATION, { typingUser: {} }));
    expect(typing()).toEqual(['Support is typing']);
    await draw(() => home.conversations.typing(CONVERSATION, { typingUser: undefined }));
    expect(typing()).toEqual([]);
  });

  it('include a button when there are earlier messages (log-8)', async ({ home }) => {
    await says(home, 'm1', 100);
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
    await draw(() => home.conversations.synced(CONVERSATION, { hasPreviousMessages: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    expect(home.actions.loadPrevious).toHaveBeenCalledTimes(1);
  });
});

describe('the announcer', () => {
  const region = () => document.querySelector('[aria-live=polite]');

  it('is each announcement once, and again when it is said again', async ({ home }) => {
    await draw(() => home.announce('Ann says: hi'));
    const first = region()?.firstElementChild;
    expect(region()?.textContent).toBe('Ann says: hi');
    await draw(() => home.connection.set('connected', 'subscribed'));
    expect(region()?.firstElementChild).toBe(first);
    await draw(() => home.announce('Ann says: hi'));
    expect([...(region()?.querySelectorAll('p') ?? [])].map((p) => p.textContent)).toEqual([
      'Ann says: hi',
      'Ann says: hi',
    ]);
    expect(region()?.firstElementChild).toBe(first);
    await draw(() => home.silence());
    expect(region()?.textContent).toBe('');
  });

  it('reads out new messages only, from a single region (log-11)', async ({ home }) => {
    for (let i = 0; i < 5; i++) await says(home, `m${i}`, 100 - i);
    expect(region()?.textContent).toBe('');
    expect(document.querySelectorAll('[aria-live]:not([aria-live=off])')).toHaveLength(1);
  });
});

describe('a row that did not change', () => {
  /** The ages in seconds of the messages drawn since the last call. */
  const drawn = (home: Home) => {
    const calls = home.time.mock.calls.map(([at]) => Math.round((home.clock.now() - at) / 1000));
    home.time.mockClear();
    return calls.sort((a, b) => b - a);
  };

  it('is not drawn again when another message comes, or changes', async ({ home }) => {
    await draw(() =>
      home.messages.merge(
        CONVERSATION,
        Array.from({ length: 30 }, (_, i) => wire(`m${i}`, home.ago(100 - i), { authorId: 'ann' })),
      ),
    );
    expect(drawn(home)).toHaveLength(30);
    await says(home, 'new', 5, { authorId: 'ann' });
    // Draw the new message and the previous one, which no longer ends its group.
    expect(drawn(home)).toEqual([71, 5]);
    await says(home, 'm10', 90, { authorId: 'ann', text: 'edited' });
    expect(drawn(home)).toEqual([90]);
    expect(texts()).toContain('edited');
  });

  it('is not drawn again when an agent types or the connection changes', async ({ home }) => {
    await says(home, 'm1', 50);
    await says(home, 'm2', 40);
    drawn(home);
    await says(home, 'm1', 50);
    await draw(() => home.conversations.typing(CONVERSATION, { typingUser: { name: 'Ann' } }));
    await draw(() => home.connection.set('connected', 'subscribed'));
    await draw(() => home.announce('x'));
    expect(drawn(home)).toEqual([]);
  });

  it('is not drawn again when the one being sent is confirmed', async ({ home }) => {
    await says(home, 'm1', 50);
    await draw(() => home.messages.add(CONVERSATION, unsent('ref', home.ago(10))));
    drawn(home);
    await draw(() =>
      home.messages.merge(CONVERSATION, [wire('m2', home.ago(9), { role: 'appUser', referenceId: 'ref' })]),
    );
    expect(drawn(home)).toEqual([9]);
  });
});
