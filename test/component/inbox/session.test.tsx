import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { createApi } from '../../../examples/support-desk/inbox/services/api';
import { createSession } from '../../../examples/support-desk/inbox/state/account/session';
import {
  createOwnTyping,
  createVisitorTyping,
} from '../../../examples/support-desk/inbox/state/conversations/typing';
import { createDrafts } from '../../../examples/support-desk/inbox/state/writing/drafts';
import { createClock } from '../../../src/platform/clock';
import { OWN_MARK } from '../../../src/wire/ownMark';
import { account, createFakeTabs } from './support/fakeAccounts';
import { FakeDesk } from './support/fakeDesk';
import { openConversation, openInbox, openInboxOf, renderInbox, reply, row } from './support/renderInbox';

afterEach(() => void vi.useRealTimers());

const answering = (status: number, body: unknown = {}): typeof fetch =>
  vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));

/** The session of a tab, and what the desk knows. */
const tab = (accounts = new FakeDesk().accounts, tabs = createFakeTabs()) => {
  const desk = new FakeDesk();
  const storage = createSafeStorage(() => undefined);
  const api = { ...desk.api, signIn: accounts.signIn };
  api.session = async () => {
    if (!accounts.reachable) return { ok: false, failure: 'network' };
    if (!accounts.signedIn) return { ok: false, failure: 'unauthorized' };
    return {
      ok: true,
      value: { agent: accounts.agent, inboxName: 'Support', realtime: { baseUrl: '/faye' } },
    };
  };
  const session = createSession({ storage, api, tabs: tabs() });
  const status = () => session.state.value.status;
  return { accounts, session, storage, status, tabs };
};

describe('the session', () => {
  it('is what the desk says, and nothing of it is kept in the browser', async () => {
    const { accounts, session, storage, status } = tab();
    storage.set('porch.agentToken', 'old');
    const set = vi.spyOn(storage, 'set');
    await session.check();
    expect(status()).toBe('signedIn');
    expect(set).not.toHaveBeenCalled();
    accounts.signedIn = false;
    const other = tab(accounts);
    await other.session.check();
    expect(other.session.state.value).toEqual({ status: 'signedOut' });
  });

  it('removes the token that an older inbox kept', () => {
    const storage = createSafeStorage(() => undefined);
    storage.set('porch.agentToken', 'old');
    createSession({ storage, api: new FakeDesk().api, tabs: createFakeTabs()() });
    expect(storage.get('porch.agentToken')).toBeUndefined();
  });

  it('offers to try again when the desk cannot be reached', async () => {
    const { accounts, session, status } = tab();
    accounts.reachable = false;
    await session.check();
    expect(session.state.value).toEqual({ status: 'unreachable', failure: 'network' });
    accounts.reachable = true;
    await session.check();
    expect(status()).toBe('signedIn');
  });

  it('stays as it is while the desk cannot be reached, and ends when the desk says so', async () => {
    const { accounts, session, status } = tab();
    await session.check();
    const before = session.state.value;
    accounts.reachable = false;
    await session.check();
    expect(session.state.value).toBe(before);
    accounts.reachable = true;
    await session.check();
    expect(session.state.value).toBe(before);
    accounts.signedIn = false;
    await session.check();
    expect([status(), session.state.value]).toEqual(['signedOut', { status: 'signedOut', ended: 'expired' }]);
  });

  it('ends in all tabs when one signs out, and begins in all when one signs in', async () => {
    const first = tab();
    const second = tab(first.accounts, first.tabs);
    await first.session.check();
    await second.session.check();
    await first.session.signOut();
    expect(first.session.state.value).toEqual({ status: 'signedOut', ended: undefined });
    expect(second.session.state.value).toEqual({ status: 'signedOut', ended: 'elsewhere' });
    first.accounts.signedIn = true;
    await first.session.entered();
    await waitFor(() => expect([first.status(), second.status()]).toEqual(['signedIn', 'signedIn']));
  });

  it('becomes another agent’s in a tab where somebody else was signed in', async () => {
    const first = tab();
    const second = tab(first.accounts, first.tabs);
    await second.session.check();
    first.accounts.agent = account('ben', 'Ben');
    await first.session.entered();
    await waitFor(() => expect(second.session.state.value).toMatchObject({ agent: { name: 'Ben' } }));
  });

  it('says when the desk was not told of signing out', async () => {
    const { accounts, session } = tab();
    await session.check();
    accounts.reachable = false;
    await session.signOut();
    expect(session.state.value).toEqual({ status: 'signedOut', ended: 'unconfirmed' });
  });

  it('that has ended leads to the sign-in page with a sentence', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    await renderInbox(desk);
    desk.live?.onDenied();
    expect((await screen.findByRole('alert')).textContent).toContain('ended');
    expect(desk.live).toBeUndefined();
  });

  it('gives no agent the drafts of another', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    const { inbox } = await renderInbox(desk);
    const draft = () => inbox.workspace.value?.drafts.get('ana');
    inbox.workspace.value?.drafts.set('ana', 'Mine');
    inbox.session.expire();
    await inbox.session.check();
    expect(draft()).toBe('Mine');
    inbox.session.expire();
    desk.accounts.agent = account('ben', 'Ben');
    await inbox.session.check();
    expect(draft()).toBe('');
  });
});

describe('the agent API’s answers', () => {
  it('never throw, whatever they contain', async () => {
    for (const list of [[], [null, {}, { _id: 4 }]]) {
      const api = createApi({ fetch: answering(200, { conversations: list, messages: list }) });
      expect(await api.conversations()).toEqual({ ok: true, value: { conversations: [], hasMore: false } });
      expect(await api.messages('x')).toEqual({ ok: true, value: { messages: [], hasPrevious: false } });
      expect(await api.send('x', { text: 'a' })).toEqual({ ok: false, failure: 'server' });
    }
  });

  /** A proxy before the desk may answer, in its place, to each call. */
  const bodies: unknown[] = [
    '',
    '<html>Sign in to the Wi-Fi</html>',
    'null',
    '[]',
    '"ok"',
    {},
    { conversations: 7 },
    { error: 'login' },
    { error: { message: 'login' } },
    { agent: { name: 'Ann' } },
  ];
  const statuses = [200, 400, 401, 403, 404, 407, 408, 409, 413, 429, 500, 502, 503, 511];
  it.each(statuses.flatMap((status) => bodies.map((body) => [status, body] as const)))(
    'of %i with %j are not the desk’s, and count as no answer',
    async (status, body) => {
      const api = createApi({ fetch: answering(status, body) });
      const calls = [
        api.session(),
        api.conversations(),
        api.messages('x'),
        api.send('x', { text: 'a' }),
        api.happenings('x'),
        api.insights.csv({ days: 7 }, 'days'),
      ];
      for (const answer of await Promise.all(calls))
        expect(answer).toEqual({ ok: false, failure: 'network' });
      // Where the desk's answer has no content, its mark tells it from another one.
      const foreign = answering(status, body);
      const own = async () => new Response('{}', { headers: { [OWN_MARK]: '1' } });
      let isAway = false;
      const marking = createApi({ fetch: (...args) => (isAway ? foreign : own)(...args) });
      const empty = () =>
        Promise.all([
          marking.signIn.signOut(),
          marking.activity('x', { type: 'typing:start' }),
          marking.integrations.remove('x'),
          marking.calls.tell('x', []),
        ]);
      for (const { ok } of await empty()) expect(ok).toBe(true);
      isAway = true;
      for (const answer of await empty()) expect(answer).toEqual({ ok: false, failure: 'network' });
    },
  );

  it('become a small set of failures', async () => {
    const own = { error: { code: 'why', description: 'Because' } };
    const seen = async (status: number) => createApi({ fetch: answering(status, own) }).conversations();
    const pairs = [
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'notFound'],
      [413, 'rejected'],
      [429, 'busy'],
      [500, 'server'],
    ] as const;
    for (const [status, failure] of pairs)
      expect(await seen(status)).toEqual({ ok: false, failure, reason: 'Because' });
  });

  it('tell how long to wait', async () => {
    const own = JSON.stringify({ error: { code: 'too_many', description: 'Slow down' } });
    const busy = (headers: Record<string, string>) =>
      createApi({ fetch: async () => new Response(own, { status: 429, headers }) }).session();
    expect(await busy({ 'Retry-After': '40' })).toMatchObject({ failure: 'busy', waitS: 40 });
    expect(await busy({ 'Retry-After': 'soon' })).not.toHaveProperty('waitS');
  });

  it('count as no answer after the time-out', async () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_done, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
    const api = createApi({ fetch: never, timeoutMs: 5 });
    expect(await api.session()).toEqual({ ok: false, failure: 'network' });
  });
});

describe('typing and drafts', () => {
  it('tells typing at most every 3 s and its end after 3 s without a key', () => {
    vi.useFakeTimers();
    const post = vi.fn();
    const typing = createOwnTyping(createClock(), post);
    const types = () => post.mock.calls.map(([, type]) => type);
    for (let ms = 0; ms < 4000; ms += 500) {
      typing.input('ana', 'Hel');
      vi.advanceTimersByTime(500);
    }
    expect(types()).toEqual(['typing:start', 'typing:start']);
    vi.advanceTimersByTime(3000);
    expect(types().at(-1)).toBe('typing:stop');
    typing.stop();
    expect(post).toHaveBeenCalledTimes(3);
    typing.input('ana', 'x');
    typing.input('ana', '');
    expect(types().slice(3)).toEqual(['typing:start', 'typing:stop']);
  });

  it('forgets a typing visitor after 10 s', () => {
    vi.useFakeTimers();
    const typing = createVisitorTyping(createClock());
    typing.start('ana');
    vi.advanceTimersByTime(9999);
    expect(typing.isTyping('ana')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(typing.isTyping('ana')).toBe(false);
  });

  it('shows that a visitor types until their message comes', async () => {
    const { desk } = await openInboxOf('ana');
    const activity = { type: 'typing:start', role: 'appUser' } as const;
    desk.emit({ type: 'activity', conversation: desk.of('ana'), activity });
    await waitFor(() => expect(document.querySelector('.typing-note')?.textContent).toContain('is typing'));
    desk.visitorWrites('ana', 'Done');
    await waitFor(() => expect(document.querySelector('.typing-note')?.textContent).toBe(''));
  });

  it('keeps a draft for each conversation, and over a reload', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    desk.add('bo');
    const inbox = await openInbox(desk, 'Visitor ana');
    fireEvent.input(reply(), { target: { value: 'For Ana' } });
    await openConversation(inbox, 'Visitor bo');
    await waitFor(() => expect(reply().value).toBe(''));
    expect(row('Visitor ana').textContent).toContain('For Ana');
    await openConversation(inbox, 'Visitor ana');
    await waitFor(() => expect(reply().value).toBe('For Ana'));

    const storage = createSafeStorage(() => undefined);
    createDrafts(storage).set('x', 'kept');
    expect(createDrafts(storage).get('x')).toBe('kept');
    storage.set('porch.agentDrafts', '{"x":');
    expect(createDrafts(storage).get('x')).toBe('');
  });
});
