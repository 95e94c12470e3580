import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { CreateCommands } from '../../../../src/features/hostCalls/command';
import { createCommands as conversationCommands } from '../../../../src/features/hostCalls/conversation/conversationCommands';
import { createCommands as metadataCalls } from '../../../../src/features/hostCalls/metadata/metadataCalls';
import { createConversations } from '../../../../src/slices/conversations';
import { createMessages } from '../../../../src/slices/messages';
import type { Status } from '../../../../src/slices/status';
import { createUser } from '../../../../src/slices/user';
import { flush } from '../../../support/fakeClock';
import { createFakeStore } from '../../../support/fakeStorage';

const createPage = () => {
  const held = new Map<string, string>();
  const store = {
    get: (key: string) => held.get(key) ?? null,
    set: (key: string, value: string) => void held.set(key, value),
    remove: (key: string) => void held.delete(key),
    keys: () => [...held.keys()],
  };
  const user = createUser({ store, session: createFakeStore(), integrationId: 'int', createId: () => 'id' });
  const conversations = createConversations();
  const send = vi.fn();
  const http = vi.fn(async () => ({}));
  const isUserLoggingIn = signal(false);
  const leaving = { over: Promise.resolve() };
  const deps = {
    createId: () => 'key',
    own() {},
    clock: { after: () => () => {} },
    slices: { user, conversations, messages: createMessages() },
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
      conversations.upsert({ _id: `of ${name}`, status: 'active', participants: [] } as never);
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
