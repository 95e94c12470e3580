import { signal } from '@preact/signals-react';
import { describe, expect, test, vi } from 'vitest';
import type { CallContext } from '../../../../src/features/hostCalls/command';
import { createCommands, type ResumeNeeds } from '../../../../src/features/hostCalls/visitor/resume';
import type { LinkQuestion } from '../../../../src/slices/linkQuestion';
import { createSlot } from '../../../../src/slices/slot';

const TOKEN = 'abc.def';
const ASKS = { appUser: { _id: 'ada' }, conversationId: 'c', asks: 'a•••@x.example' };
const AGREED = { appUser: { _id: 'ada' }, conversationId: 'c', sessionToken: 's' };

/** What the service answers: first whether to ask, then to one who has agreed. */
const asking = async (agreed?: true) => (agreed ? AGREED : ASKS);

/** A page whose address has the link, and what the service answers to it. */
const page = (answer: (agreed?: true) => Promise<unknown>, appUserId?: string) => {
  const user = {
    appUserId: signal(appUserId),
    initializedStatus: signal('notConnected'),
    signInByLink: vi.fn(),
  };
  const linkQuestion = createSlot<LinkQuestion | undefined>(undefined);
  const release = vi.fn();
  const conversations = { show: vi.fn() };
  const router = { openWidget: vi.fn() };
  const http = vi.fn((_method: string, _path: string, body: { agreed?: true }) => answer(body.agreed));
  const replaceState = vi.fn();
  const misuse = vi.fn();
  const context = {
    misuse,
    deps: {
      slices: { user, conversations, router, linkQuestion },
      delivery: { http, loginOver: async () => {}, hold: () => release },
      host: {
        location: { hash: `#porch-open=${TOKEN}`, href: `https://shop.example/help?a#porch-open=${TOKEN}` },
        history: { state: 1, replaceState },
      },
    },
  } as unknown as CallContext<ResumeNeeds>;
  return {
    user,
    conversations,
    router,
    http,
    linkQuestion,
    release,
    replaceState,
    misuse,
    resume: async (token: unknown = TOKEN) => createCommands(context)['messenger.resume']?.(token),
  };
};
const answering = (answer: unknown) => async () => answer;

const it = test.extend('at', () => page(asking));

describe('the link of an email', () => {
  it('asks in a browser that is nobody’s, and opens nothing before the answer', async ({ at }) => {
    await at.resume();
    expect(at.linkQuestion.current.value?.email).toBe('a•••@x.example');
    expect(at.router.openWidget).toHaveBeenCalledOnce();
    expect([at.http.mock.calls.length, at.release.mock.calls, at.user.signInByLink.mock.calls]).toEqual([
      1,
      [],
      [],
    ]);
  });

  it('continues its conversation as its visitor, in this tab, once that is agreed', async ({ at }) => {
    await at.resume();
    await at.linkQuestion.current.value?.accept();
    expect(at.user.signInByLink).toHaveBeenCalledWith(
      expect.objectContaining({ _id: 'ada' }),
      's',
      undefined,
    );
    expect(at.conversations.show).toHaveBeenCalledWith('c');
    expect([at.linkQuestion.current.value, at.release.mock.calls.length]).toEqual([undefined, 1]);
  });

  it('leaves the visitor to write as somebody new, once that is declined', async ({ at }) => {
    await at.resume();
    at.linkQuestion.current.value?.decline();
    expect([at.http.mock.calls.length, at.release.mock.calls.length]).toEqual([1, 1]);
    expect([at.linkQuestion.current.value, at.user.signInByLink.mock.calls]).toEqual([undefined, []]);
  });

  it('asks again when the service could not be reached', async () => {
    let down = true;
    const at = page(async (agreed) => (agreed && down ? Promise.reject({ status: 500 }) : asking(agreed)));
    await at.resume();
    await expect(at.linkQuestion.current.value?.accept()).rejects.toEqual({ status: 500 });
    expect(at.release).not.toHaveBeenCalled();
    down = false;
    await at.linkQuestion.current.value?.accept();
    expect([at.user.signInByLink.mock.calls.length, at.release.mock.calls.length]).toEqual([1, 1]);
  });

  it('no longer asks once a login has decided who the visitor is', async ({ at }) => {
    await at.resume();
    at.user.appUserId.value = 'eve';
    expect([at.linkQuestion.current.value, at.release.mock.calls.length]).toEqual([undefined, 1]);
  });

  it('asks once for a link that the page opens twice', async ({ at }) => {
    await Promise.all([at.resume(), at.resume()]);
    expect(at.release).toHaveBeenCalledOnce();
    await at.linkQuestion.current.value?.accept();
    expect([at.release.mock.calls.length, at.user.signInByLink.mock.calls.length]).toEqual([2, 1]);
  });

  it('opens its conversation in the visitor’s own browser, with the session that it has', async () => {
    const at = page(answering({ appUser: { _id: 'ada' }, conversationId: 'c' }), 'ada');
    await at.resume();
    expect(at.http.mock.calls[0]?.[2]).toEqual({ token: TOKEN, appUserId: 'ada' });
    expect([at.user.signInByLink.mock.calls, at.conversations.show.mock.calls]).toEqual([[], [['c']]]);
    expect(at.router.openWidget).toHaveBeenCalledOnce();
  });

  it('changes nothing in the browser of another visitor, nor where one is just being made', async () => {
    const theirs = page(asking, 'eve');
    await theirs.resume();
    const starting = page(asking);
    starting.user.initializedStatus.value = 'pending';
    await starting.resume();
    for (const { linkQuestion, router } of [theirs, starting])
      expect([linkQuestion.current.value, router.openWidget.mock.calls]).toEqual([undefined, []]);
  });

  it('opens nothing where the visitor has to log in first', async () => {
    const at = page(answering({ appUser: { _id: 'ada' }, conversationId: 'c' }));
    await at.resume();
    expect([at.linkQuestion.current.value, at.router.openWidget.mock.calls]).toEqual([undefined, []]);
  });

  it('does nothing when it is not valid, and says so when the service cannot be reached', async () => {
    const old = page(() => Promise.reject({ status: 404 }));
    await old.resume();
    expect(old.router.openWidget).not.toHaveBeenCalled();
    await expect(page(() => Promise.reject({ status: 500 })).resume()).rejects.toEqual({ status: 500 });
  });

  it('leaves the address, which people share', async ({ at }) => {
    await at.resume();
    expect(at.replaceState).toHaveBeenCalledWith(1, '', 'https://shop.example/help?a');
  });

  it.each([undefined, null, 5, '', 'abc', 'a b.c', `${'x'.repeat(600)}.y`])(
    'is refused without asking the service when it is %s',
    async (token) => {
      const at = page(asking);
      await at.resume(token === undefined ? null : token);
      expect([at.misuse.mock.calls.length, at.http.mock.calls.length]).toEqual([1, 0]);
    },
  );
});
