import { describe, expect, it } from 'vitest';
import { watchTabs } from '../../../src/delivery/watchTabs';
import { createStorages } from '../../../src/platform/storage';
import { createUser } from '../../../src/slices/user';
import { assembleMessenger } from '../../support/assemble';
import { createFakeClock } from '../../support/fakeClock';
import { createFakeStorages, createFakeStore } from '../../support/fakeStorage';

const create = (entries: Record<string, string> = {}) => {
  const listeners = new Set<(event: unknown) => void>();
  const area = Object.assign(
    Object.create({
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    }),
    entries,
  );
  const host = {
    localStorage: area,
    sessionStorage: area,
    addEventListener: (_: string, run: (event: unknown) => void) => listeners.add(run),
    removeEventListener: (_: string, run: (event: unknown) => void) => listeners.delete(run),
  } as unknown as Window;
  const storages = createStorages(host, true);
  const user = createUser({
    store: storages.lasting,
    session: createFakeStore(),
    integrationId: 'int',
    createId: () => 'id',
  });
  const told: string[] = [];
  const stop = watchTabs({
    storages,
    user,
    leave: () => told.push('leave'),
    join: () => told.push('join'),
  });
  const change = (key: string | null, newValue: string | null) => {
    for (const run of listeners) run({ key, newValue });
  };
  return { user, told, change, stop, listeners };
};
const known = { 'ZD-int.appUserId': 'u', 'ZD-int.sessionToken': 't' };

describe('a visitor of several tabs', () => {
  it('is logged out when another tab removes the stored user id (visitor-7, login-13)', () => {
    const { told, change } = create(known);
    change('ZD-int.appUserId', null);
    expect(told).toEqual(['leave']);
  });

  it('is logged out when another tab clears all storage', () => {
    const { told, change } = create(known);
    change(null, null);
    expect(told).toEqual(['leave']);
  });

  it('is joined when another tab starts them, which is kept as a flag (visitor-7, visitor-8)', () => {
    const { told, change, user } = create();
    expect(user.conversationStartedFromAnotherTab.value).toBe(false);
    change('ZD-int.appUserId', 'u2');
    expect(told).toEqual(['join']);
    expect(user.conversationStartedFromAnotherTab.value).toBe(true);
  });

  it('is not affected by other entries of the storage', () => {
    const { told, change } = create(known);
    for (const key of ['ZD-int.sessionToken', 'ZD-other.appUserId', 'int.appUserId', 'appUserId'])
      change(key, null);
    expect(told).toEqual([]);
  });

  it('is neither logged out without an id nor joined with the same id', () => {
    const nobody = create();
    nobody.change('ZD-int.appUserId', null);
    const somebody = create(known);
    somebody.change('ZD-int.appUserId', 'u');
    expect([nobody.told, somebody.told]).toEqual([[], []]);
    somebody.change('ZD-int.appUserId', 'u2');
    expect(somebody.told).toEqual(['join']);
  });

  it('is not started twice while a start is pending', () => {
    const { told, change, user } = create();
    user.setInitialized('pending');
    change('ZD-int.appUserId', 'u2');
    expect(told).toEqual([]);
  });

  it.each([
    ['remember', 1],
    ['forget', 0],
  ])('is shared only if the history is remembered: %s (login-13)', (conversationHistory, watched) => {
    let listeners = 0;
    const storages = { ...createFakeStorages(), onForeignChange: () => () => void listeners++ };
    assembleMessenger({
      clock: createFakeClock(),
      messenger: { conversationHistory },
      storages,
      fetch: () => new Promise(() => {}),
    }).dispose();
    expect(listeners).toBe(watched);
  });

  it('is not watched after the undo', () => {
    const { told, change, stop, listeners } = create(known);
    stop();
    change('ZD-int.appUserId', null);
    expect([told, listeners.size]).toEqual([[], 0]);
  });
});
