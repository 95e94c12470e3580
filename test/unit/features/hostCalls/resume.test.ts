import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { LazyCall } from '../../../../src/features/hostCalls/lazyCommand';
import { RESUME } from '../../../../src/features/hostCalls/resume';

const TOKEN = 'abc.def';
const ANSWER = { appUser: { _id: 'ada' }, conversationId: 'c', sessionToken: 's' };

/** A page whose address has the link, and what the service answers to it. */
const page = (answer: () => Promise<unknown>, appUserId?: string) => {
  const user = {
    appUserId: signal(appUserId),
    initializedStatus: signal('notConnected'),
    signIn: vi.fn(),
  };
  const conversations = { show: vi.fn() };
  const router = { openWidget: vi.fn() };
  const http = vi.fn((..._call: unknown[]) => answer());
  const replaceState = vi.fn();
  const misuse = vi.fn();
  const call = {
    misuse,
    deps: {
      slices: { user, conversations, router },
      delivery: { http, loginOver: async () => {} },
      host: {
        location: { hash: `#porch-open=${TOKEN}`, pathname: '/help', search: '?a' },
        history: { state: 1, replaceState },
      },
    },
  } as unknown as LazyCall;
  return {
    user,
    conversations,
    router,
    http,
    replaceState,
    misuse,
    resume: async (token: unknown = TOKEN) => RESUME['messenger.resume']?.(call, token),
  };
};
const answering = (answer: unknown) => async () => answer;

describe('the link of an e-mail', () => {
  it('opens its conversation in a browser that is nobody’s, as its visitor', async () => {
    const at = page(answering(ANSWER));
    await at.resume();
    expect(at.user.signIn).toHaveBeenCalledWith(expect.objectContaining({ _id: 'ada' }), 's', undefined);
    expect(at.conversations.show).toHaveBeenCalledWith('c');
    expect(at.router.openWidget).toHaveBeenCalledOnce();
  });

  it('opens its conversation in the visitor’s own browser, with the session that it has', async () => {
    const at = page(answering({ appUser: { _id: 'ada' }, conversationId: 'c' }), 'ada');
    await at.resume();
    expect(at.http.mock.calls[0]?.[2]).toEqual({ token: TOKEN, appUserId: 'ada' });
    expect([at.user.signIn.mock.calls, at.conversations.show.mock.calls]).toEqual([[], [['c']]]);
    expect(at.router.openWidget).toHaveBeenCalledOnce();
  });

  it('changes nothing in the browser of another visitor, nor where one is just being made', async () => {
    const theirs = page(answering(ANSWER), 'eve');
    await theirs.resume();
    const starting = page(answering(ANSWER));
    starting.user.initializedStatus.value = 'pending';
    await starting.resume();
    for (const { user, router } of [theirs, starting])
      expect([user.signIn.mock.calls, router.openWidget.mock.calls]).toEqual([[], []]);
  });

  it('opens nothing where the visitor has to log in first', async () => {
    const at = page(answering({ appUser: { _id: 'ada' }, conversationId: 'c' }));
    await at.resume();
    expect([at.user.signIn.mock.calls, at.router.openWidget.mock.calls]).toEqual([[], []]);
  });

  it('does nothing when it is not valid, and says so when the service cannot be reached', async () => {
    const old = page(() => Promise.reject({ status: 404 }));
    await old.resume();
    expect(old.router.openWidget).not.toHaveBeenCalled();
    await expect(page(() => Promise.reject({ status: 500 })).resume()).rejects.toEqual({ status: 500 });
  });

  it('leaves the address, which people share', async () => {
    const at = page(answering(ANSWER));
    await at.resume();
    expect(at.replaceState).toHaveBeenCalledWith(1, '', '/help?a');
  });

  it.each([undefined, null, 5, '', 'abc', 'a b.c', `${'x'.repeat(600)}.y`])(
    'is refused without asking the service when it is %s',
    async (token) => {
      const at = page(answering(ANSWER));
      await at.resume(token === undefined ? null : token);
      expect([at.misuse.mock.calls.length, at.http.mock.calls.length]).toEqual([1, 0]);
    },
  );
});
