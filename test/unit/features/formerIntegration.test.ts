import { describe, expect, it, vi } from 'vitest';
import { moveFormer } from '../../../src/features/formerIntegration/formerIntegration';
import type { FileStore } from '../../../src/platform/fileStore';
import { createUser } from '../../../src/slices/user';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStorages, createFakeStore } from '../../support/fakeStorage';

const OURS = {
  'web.appUserId': 'u1',
  'web.sessionToken': 't1',
  'web.clientId': 'k1',
  'web.draft.u1.c': 'Half',
  'web.outbox.m': '{"message":{"text":"Waits"},"appUserId":"u1","login":null}',
  'web.outbox.file-1': '{"message":{"text":"a.png","file":"sending"},"appUserId":"u1","login":null}',
  'web-b.appUserId': 'of another desk',
};

type Stored = ReturnType<typeof createFakeStore>;

/** A page of a desk of an earlier version. @param store what the browser has stored */
const openPage = (store: Stored, integrationId = 'web-a') => {
  const files = new Map<string, File>([['web.file-1', new File(['a'], 'a.png')]]);
  const fileStore: FileStore = {
    put: async (key, file) => file && files.set(key, file),
    get: async (key) => files.get(key),
    remove: async (key) => files.delete(key),
    list: async (prefix) =>
      [...files.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ key, at: 0 })),
  };
  const user = createUser({
    store,
    session: createFakeStore(),
    integrationId,
    former: 'web',
    createId: () => 'id',
    now: () => 0,
  });
  const restore = vi.fn();
  const start = async () => {
    moveFormer(
      {
        slices: { user, settings: { integrationId } },
        delivery: { sender: { restore } },
        storages: createFakeStorages(store),
        clock: createFakeClock(),
        onDispose: () => {},
      } as unknown as Parameters<typeof moveFormer>[0],
      'web',
      fileStore,
    );
    for (let i = 0; i < 20; i++) await undefined;
  };
  return { user, files, restore, start };
};

describe('what is stored under the former integration (visitor-18)', () => {
  it('is the visitor’s who is tried first, and moves once the service knows them', async () => {
    const store = createFakeStore(OURS);
    const { user, files, restore, start } = openPage(store);
    expect(user.stored.session()).toEqual({ appUserId: 'u1', sessionToken: 't1' });
    await start();
    expect(store.get('web.draft.u1.c')).toBe('Half');
    store.set('web-a.draft.u1.c', 'More');
    user.setInitialized('successful');
    await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
    expect(Object.fromEntries(store.map)).toEqual({
      'web-a.appUserId': 'u1',
      'web-a.sessionToken': 't1',
      'web-a.clientId': 'k1',
      'web-a.draft.u1.c': 'Half\nMore',
      'web-a.outbox.m': OURS['web.outbox.m'],
      'web-a.outbox.file-1': OURS['web.outbox.file-1'],
      'web-b.appUserId': 'of another desk',
    });
    expect([...files.keys()]).toEqual(['web-a.file-1']);
  });

  it('stays as it is where it is another desk’s, and is not tried again', async () => {
    const store = createFakeStore(OURS);
    const { user, files, restore, start } = openPage(store);
    await start();
    // The service has refused them.
    user.clear(true);
    user.signIn({ _id: 'u2' }, 't2', undefined);
    user.setInitialized('successful');
    await start();
    expect(restore).not.toHaveBeenCalled();
    expect([...files.keys()]).toEqual(['web.file-1']);
    for (const [key, value] of Object.entries(OURS)) expect(store.get(key), key).toBe(value);
    expect(openPage(store).user.appUserId.value).toBe('u2');
    // The desk that they belong to finds them.
    expect(openPage(store, 'web-c').user.appUserId.value).toBe('u1');
  });

  it('ends no visitor who is there, and nothing where the operator has kept the former one', async () => {
    const store = createFakeStore({ ...OURS, 'web-a.clientId': 'k', 'web-a.exit': '1' });
    expect(openPage(store).user.appUserId.value).toBeUndefined();
    const { user, start } = openPage(store, 'web');
    user.setInitialized('successful');
    await start();
    expect(store.get('web.outbox.m')).toBe(OURS['web.outbox.m']);
  });
});
