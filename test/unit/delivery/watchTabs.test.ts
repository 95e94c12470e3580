import { describe, expect, it } from 'vitest';
import * as otherTabs from '../../../src/delivery/otherTabs';
import { watchTabs } from '../../../src/delivery/watchTabs';
import { createStorages } from '../../../src/platform/storage';
import { createConsent } from '../../../src/slices/consent';
import { createUser } from '../../../src/slices/user';
import { assembleMessenger } from '../../support/assemble';
import { createFakeClock } from '../../support/fakeClock';
import { createFakePage } from '../../support/fakePage';
import { createFakeStorages, createFakeStore } from '../../support/fakeStorage';

/** @param lost how often the file does not load */
const create = (entries: Record<string, string> = {}, remembers = true, lost = 0) => {
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
  const storages = createStorages(host, remembers);
  const user = createUser({
    store: storages.lasting,
    session: createFakeStore(),
    integrationId: 'int',
    createId: () => 'id',
    now: Date.now,
  });
  const told: string[] = [];
  const page = createFakePage();
  const undos: (() => void)[] = [];
  const clock = createFakeClock();
  const consent = createConsent({ storages });
  let left = lost;
  const load = async () => {
    if (left-- > 0) throw new Error('No file');
    return otherTabs;
  };
  watchTabs({
    ...{ remembers, storages, user, page, consent },
    ...{ clock, integrationId: 'int' },
    chunks: { otherTabs: load },
    identity: { loaded: () => undefined, follow: async () => void told.push('follow') },
    session: {
      end(unsent) {
        told.push(unsent === 'keep' ? 'leave' : 'join');
        user.clear(unsent === 'pass');
      },
    },
    start: () => void (told.at(-1) !== 'join' && told.push('join')),
    onDispose: (undo) => undos.push(undo),
  });
  const stop = () => {
    for (const undo of undos) undo();
  };
  const change = async (key: string | null, newValue: string | null) => {
    if (key && newValue === null) area.removeItem(key);
    else if (key && newValue !== null) area.setItem(key, newValue);
    for (const run of listeners) run({ key, newValue });
    await Promise.resolve();
  };
  return { user, told, change, stop, listeners, storages, area, page, clock, consent };
};
const known = { 'ZD-int.appUserId': 'u', 'ZD-int.sessionToken': 't' };

describe('a visitor of several tabs', () => {
  it('is logged out when they leave in another tab (visitor-7, login-13)', async () => {
    const { told, change, user, area } = create(known);
    area.setItem('ZD-int.exit', 'e1');
    expect([user.isOver(), user.epoch()]).toEqual([true, -1]);
    await change('ZD-int.exit', 'e1');
    expect([told, user.isOver()]).toEqual([['leave'], false]);
  });

  it('stays when only the stored user id is removed, as where a session ends or consent is withdrawn', async () => {
    const { told, change, user } = create(known);
    await change('ZD-int.appUserId', null);
    expect([told, user.appUserId.value]).toEqual([[], 'u']);
  });

  it('stores no more where another tab withdraws the consent (store-6)', async () => {
    const { change, storages, area } = create(known);
    await change('ZD-consent', 'none');
    storages.lasting.set('int.draft', 'secret');
    expect(storages.lasting.keys('')).toContain('int.draft');
    expect(Object.keys(area)).toEqual([]);
  });

  it('is followed later where the file for it does not load (visitor-7, store-6)', async () => {
    const joined = create({ ...known, 'ZD-int.clientId': 'c' }, true, 3);
    await joined.change('ZD-int.sessionToken', 't2');
    await joined.change('ZD-int.appUserId', 'u2');
    expect(joined.told).toEqual([]);
    await joined.clock.advance(50_000);
    expect([joined.told, joined.user.appUserId.value]).toEqual([['join'], 'u2']);
    const { change, clock, storages, area } = create(known, true, 1);
    await change('ZD-consent', 'none');
    await clock.advance(20_000);
    storages.lasting.set('int.draft', 'secret');
    expect([Object.keys(area), clock.pending(), joined.clock.pending()]).toEqual([[], 0, 0]);
  });

  it('is not ended by what was lost, once it is no longer so: a consent given here, a visitor who came since', async () => {
    const agreed = create(known, true, 1);
    await agreed.change('ZD-consent', 'none');
    agreed.consent.set('functional');
    await agreed.clock.advance(20_000);
    expect(agreed.consent.level.value).toBe('functional');
    const cleared = create(known, true, 1);
    for (const name of Object.keys(cleared.area)) cleared.area.removeItem(name);
    await cleared.change(null, null);
    cleared.user.signIn({ _id: 'u' } as never, 't', undefined);
    await cleared.clock.advance(20_000);
    expect([cleared.told, cleared.user.appUserId.value]).toEqual([[], 'u']);
  });

  it.each([
    { consents: ['functional', 'none'], lost: 2, level: 'none' },
    { consents: ['functional', null, 'none', null], lost: 1, level: 'none' },
    { consents: ['none', 'all'], lost: 1, level: 'all' },
    { consents: ['none', 'functional'], lost: 2, level: 'functional' },
    { consents: ['none', 'all', 'none'], lost: 3, level: 'none' },
  ])(
    'has the last consent of $consents, where the file for it is lost $lost times (store-6)',
    async (row) => {
      const { change, clock, consent } = create(known, true, row.lost);
      for (const value of row.consents) {
        await change('ZD-consent', value);
        await clock.advance(5000);
      }
      await clock.advance(60_000);
      expect([consent.level.value, clock.pending()]).toEqual([row.level, 0]);
    },
  );

  it('is logged out when another tab clears all storage', async () => {
    const { told, change } = create(known);
    await change(null, null);
    expect(told).toEqual(['leave']);
  });

  it('is joined when another tab starts them, which is kept as a flag (visitor-7, visitor-8)', async () => {
    const { told, change, user } = create();
    expect(user.conversationStartedFromAnotherTab.value).toBe(false);
    await change('ZD-int.sessionToken', 't2');
    await change('ZD-int.appUserId', 'u2');
    expect(told).toEqual(['join']);
    expect(user.conversationStartedFromAnotherTab.value).toBe(true);
  });

  it('is not affected by other entries of the storage', async () => {
    const { told, change } = create(known);
    for (const key of ['ZD-int.sessionToken', 'ZD-other.appUserId', 'int.appUserId', 'appUserId'])
      await change(key, null);
    expect(told).toEqual([]);
  });

  it('is neither logged out without an id nor joined with the same id', async () => {
    const nobody = create();
    await nobody.change('ZD-int.appUserId', null);
    const somebody = create(known);
    await somebody.change('ZD-int.appUserId', 'u');
    expect([nobody.told, somebody.told]).toEqual([[], []]);
    await somebody.change('ZD-int.appUserId', 'u2');
    expect(somebody.told).toEqual(['join']);
  });

  it('is followed when another tab logs them in with a token (login-24)', async () => {
    const { told, change } = create(known);
    await change('ZD-int.externalId', 'ann');
    await change('ZD-int.sessionToken', null);
    await change('ZD-int.appUserId', 'u2');
    expect(told).toEqual(['follow']);
  });

  it('is not started twice while a start is pending', async () => {
    const { told, change, user } = create();
    user.setInitialized('pending');
    await change('ZD-int.appUserId', 'u2');
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

  it.each([
    ['remember', true],
    ['forget', false],
  ])('leaves a page that Back shows again: %s (login-13)', async (conversationHistory, remembers) => {
    const { told, area, storages, user } = create(known, remembers);
    const { page, slices, dispose } = assembleMessenger({
      clock: createFakeClock(),
      messenger: { conversationHistory },
      storages,
      fetch: () => new Promise(() => {}),
    });
    page.show(true);
    expect([told, slices.user.appUserId.value]).toEqual([[], 'u']);
    area.setItem('ZD-int.exit', 'e1');
    expect(user.isOver()).toBe(true);
    page.show(true);
    expect([slices.user.isOver(), slices.user.appUserId.value]).toEqual([false, undefined]);
    dispose();
  });

  it('is not watched after the undo', async () => {
    const { told, change, stop, listeners } = create(known);
    stop();
    await change('ZD-int.exit', 'e1');
    expect([told, listeners.size]).toEqual([[], 0]);
  });
});
