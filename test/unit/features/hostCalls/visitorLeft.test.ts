import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { CreateCommands } from '../../../../src/features/hostCalls/command';
import { createCommands as conversationCommands } from '../../../../src/features/hostCalls/conversation/conversationCommands';
import { createCommands as metadataCalls } from '../../../../src/features/hostCalls/metadata/metadataCalls';
import type { Status } from '../../../../src/slices/status';
import { assembleSlices } from '../../../support/assemble';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { wireConversation } from '../../../support/messages';

const createPage = () => {
  const { slices, createId } = assembleSlices({ clock: createFakeClock() });
  const { user, conversations } = slices;
  const send = vi.fn();
  const http = vi.fn(async () => ({}));
  const isUserLoggingIn = signal(false);
  const leaving = { over: Promise.resolve() };
  const deps = {
    createId,
    onDispose() {},
    clock: { after: () => () => {} },
    slices,
    delivery: {
      authentication: { isUserLoggingIn },
      left: () => leaving.over,
      loginOver: async () => {},
      start() {},
      sender: { send },
      http,
    },
  };
  const become = (status: Status, name?: string) => {
    if (name) {
      user.signIn({ _id: name } as never, 'token', undefined);
      conversations.upsert(wireConversation(`of ${name}`));
    }
    user.setInitialized(status);
  };
  const context = { deps, callback: () => undefined, misuse() {} } as never;
  const call = (create: CreateCommands<never>, name: string, value: unknown) =>
    create(context)[name]?.(value) as Promise<void>;
  return {
    user,
    leaving,
    isUserLoggingIn,
    send,
    http,
    become,
    sendMessage: () =>
      call(conversationCommands, 'messenger.sendMessage', {
        content: { type: 'text', text: 'My order is 5' },
      }),
    updateUser: () => call(metadataCalls, 'messenger.updateUser', { properties: { name: 'Ada' } }),
    leave() {
      conversations.reset();
      user.clear();
    },
  };
};

describe('a call that waits for a visitor', () => {
  it.each(['sendMessage', 'updateUser'] as const)(
    'is refused when they leave, and not for the next one: %s',
    async (name) => {
      const page = createPage();
      page.become('pending');
      const called = page[name]();
      const refused = expect(called).rejects.toMatchObject({
        reason: 'refused',
        message: 'The visitor has left.',
      });
      await flush();
      page.leave();
      await flush();
      page.become('successful', 'Bob');
      await flush();
      await refused;
      expect(page.send).not.toHaveBeenCalled();
      expect(page.http).not.toHaveBeenCalled();
    },
  );

  it.each(['sendMessage', 'updateUser'] as const)(
    'waits for a logout that was asked for before, and is for the next one: %s',
    async (name) => {
      const page = createPage();
      page.become('successful', 'Ada');
      let leave = () => {};
      page.leaving.over = new Promise((resolve) => {
        leave = resolve;
      });
      void page[name]();
      await flush();
      page.leave();
      leave();
      await flush();
      expect([page.send.mock.calls.length, page.http.mock.calls.length]).toEqual([0, 0]);
      page.become('successful', 'Bob');
      await flush();
      expect(page.send.mock.calls[0]?.[2] ?? page.http.mock.calls[0]).toEqual(
        name === 'sendMessage' ? 'of Bob' : expect.arrayContaining([expect.stringContaining('Bob')]),
      );
    },
  );

  it('goes on as the user whom a login makes of them', async () => {
    const page = createPage();
    page.become('pending', 'anonymous');
    void page.sendMessage();
    await flush();
    page.isUserLoggingIn.value = true;
    page.user.clear(true);
    page.become('successful', 'Ada');
    page.isUserLoggingIn.value = false;
    await flush();
    expect(page.send).toHaveBeenCalledOnce();
  });
});
