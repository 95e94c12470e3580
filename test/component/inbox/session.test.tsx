import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../../examples/support-desk/inbox/api';
import { createDrafts } from '../../../examples/support-desk/inbox/state/drafts';
import { createSession } from '../../../examples/support-desk/inbox/state/session';
import { createSafeStorage } from '../../../examples/support-desk/inbox/state/storage';
import { createOwnTyping, createVisitorTyping } from '../../../examples/support-desk/inbox/state/typing';
import { SignIn } from '../../../examples/support-desk/inbox/ui/SignIn';
import { FakeDesk } from './support/fakeDesk';
import { closeInboxes, openConversation, renderInbox, reply, row } from './support/renderInbox';

afterEach(() => {
  closeInboxes();
  cleanup();
  vi.useRealTimers();
});

const answering = (status: number, body: unknown = {}): typeof fetch =>
  vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));

const forbidden = (): Storage => {
  throw new Error('SecurityError');
};

describe('signing in', () => {
  it('says that a token was not accepted, and lets the agent try another', async () => {
    let fetcher = answering(401);
    const session = createSession({
      storage: createSafeStorage(() => undefined),
      createApi: (token) => createApi({ token, fetch: (...args) => fetcher(...args) }),
    });
    await session.start();
    render(<SignIn session={session} />);
    const field = await screen.findByLabelText('Agent token');
    fireEvent.input(field, { target: { value: 'wrong' } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('not accepted');
    fetcher = answering(200, { name: 'Maya' });
    fireEvent.input(screen.getByLabelText('Agent token'), { target: { value: 'right' } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(session.state.value).toMatchObject({ status: 'signedIn', name: 'Maya' }));
  });

  it('works without storage, and forgets the token on signing out', async () => {
    const storage = createSafeStorage(forbidden);
    const deps = { storage, createApi: (token: string) => createApi({ token, fetch: answering(200) }) };
    const session = createSession(deps);
    await session.start('token');
    expect(session.state.value.status).toBe('signedIn');
    const again = createSession(deps);
    await again.start();
    expect(again.state.value.status).toBe('signedIn');
    again.signOut();
    await session.start();
    expect(session.state.value).toEqual({ status: 'signedOut' });
  });

  it('keeps the token and offers to try again when the desk cannot be reached', async () => {
    let fetcher: typeof fetch = async () => {
      throw new TypeError('offline');
    };
    const session = createSession({
      storage: createSafeStorage(() => undefined),
      createApi: (token) => createApi({ token, fetch: (...args) => fetcher(...args) }),
    });
    await session.start('token');
    expect(session.state.value).toEqual({ status: 'unreachable', failure: 'network' });
    fetcher = answering(200);
    await session.retry();
    expect(session.state.value.status).toBe('signedIn');
  });

  describe('a token in the address', () => {
    /** A desk that accepts only one token, or is unreachable. */
    const deskOf = (right: string, storage = createSafeStorage(() => undefined)) => {
      const desk = { right, reachable: true, asked: [] as string[] };
      const session = createSession({
        storage,
        createApi: (token) =>
          createApi({
            token,
            fetch: async () => {
              desk.asked.push(token);
              if (!desk.reachable) throw new TypeError('offline');
              return new Response('{}', { status: token === desk.right ? 200 : 401 });
            },
          }),
      });
      const token = () => (session.state.value.status === 'signedIn' ? session.state.value.token : undefined);
      return { desk, session, storage, token };
    };

    it('signs out no tab when it is wrong', async () => {
      for (const wrong of ['wrong', 'no token\u0000at all', ' ']) {
        const { session, storage, token } = deskOf('right');
        await session.start('right');
        // The link is opened inside the signed-in inbox and in a new tab.
        const states: string[] = [];
        const stop = session.state.subscribe(({ status }) => void states.push(status));
        await session.start(wrong);
        expect([token(), states]).toEqual(['right', ['signedIn']]);
        stop();
        const other = deskOf('right', storage);
        await other.session.start(wrong);
        expect([other.token(), storage.get('porch.agentToken')]).toEqual(['right', 'right']);
      }
    });

    it('replaces another once the desk has accepted it', async () => {
      const { desk, session, storage, token } = deskOf('old');
      await session.start('old');
      desk.right = 'new';
      await session.start('new');
      expect([token(), storage.get('porch.agentToken')]).toEqual(['new', 'new']);
      const other = deskOf('newest', storage);
      await other.session.start('newest');
      expect([other.token(), storage.get('porch.agentToken')]).toEqual(['newest', 'newest']);
    });

    it('that cannot be checked changes nothing', async () => {
      const { desk, session, storage, token } = deskOf('right');
      await session.start('right');
      desk.reachable = false;
      await session.start('wrong');
      expect([token(), storage.get('porch.agentToken')]).toEqual(['right', 'right']);
    });

    it('leaves the token of another tab when it is typed wrongly', async () => {
      const { session, storage } = deskOf('right');
      storage.set('porch.agentToken', 'right');
      await session.signIn('wrong');
      expect([session.state.value.status, storage.get('porch.agentToken')]).toEqual(['signedOut', 'right']);
    });
  });

  it('returns to the form when the live channel or a call reports an expired token', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    await renderInbox(desk);
    desk.live?.onDenied();
    expect((await screen.findByRole('alert')).textContent).toContain('ended');
    expect(desk.live).toBeUndefined();
  });
});

describe('the agent API’s answers', () => {
  it('never throw, whatever they contain', async () => {
    const odd: unknown[] = [
      '',
      '<html>',
      'null',
      '[]',
      { conversations: 7 },
      { conversations: [null, {}, { _id: 4 }] },
    ];
    for (const body of odd) {
      const api = createApi({ token: 't', fetch: answering(200, body) });
      expect(await api.conversations()).toEqual({ ok: true, value: { conversations: [], hasMore: false } });
      expect(await api.messages('x')).toEqual({ ok: true, value: { messages: [], hasPrevious: false } });
      expect((await api.session()).ok).toBe(true);
      expect(await api.send('x', { text: 'a' })).toEqual({ ok: false, failure: 'server' });
    }
  });

  it('become a small set of failures', async () => {
    const seen = async (status: number) =>
      createApi({ token: 't', fetch: answering(status) }).conversations();
    const pairs = [
      [401, 'unauthorized'],
      [404, 'notFound'],
      [413, 'rejected'],
      [429, 'busy'],
      [500, 'server'],
    ] as const;
    for (const [status, failure] of pairs) expect(await seen(status)).toEqual({ ok: false, failure });
  });

  it('count as no answer after the time-out', async () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_done, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
    const api = createApi({ token: 't', fetch: never, timeoutMs: 5 });
    expect(await api.session()).toEqual({ ok: false, failure: 'network' });
  });
});

describe('typing and drafts', () => {
  it('tells typing at most every 3 s and its end after 3 s without a key', () => {
    vi.useFakeTimers();
    const post = vi.fn();
    const typing = createOwnTyping(post);
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
    const typing = createVisitorTyping();
    typing.start('ana');
    vi.advanceTimersByTime(9999);
    expect(typing.isTyping('ana')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(typing.isTyping('ana')).toBe(false);
  });

  it('shows that a visitor types until their message comes', async () => {
    const desk = new FakeDesk();
    desk.add('ana');
    const { inbox } = await renderInbox(desk);
    await openConversation(inbox, 'Visitor ana');
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
    const { inbox } = await renderInbox(desk);
    await openConversation(inbox, 'Visitor ana');
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
