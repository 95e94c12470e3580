import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/loader/call';
import type { Handover } from '../../../src/loader/handover';
import { keepLeaving } from '../../../src/loader/keepLeaving';
import type { Realm } from '../../../src/platform/frames';
import { createFakeStorage } from '../../support/fakeStorage';

/** A page whose messenger has not come. @returns what it stores when it goes, and its calls */
const leave = (methods: string[], how: { history?: string; cookies?: string; blocked?: boolean } = {}) => {
  const calls = methods.map((method) => Object.assign(method.split('.') as unknown[], { method }) as Call);
  const local = createFakeStorage();
  const session = createFakeStorage();
  const realm = Object.assign(new EventTarget(), { localStorage: local, sessionStorage: session });
  if (how.blocked)
    Object.defineProperty(realm, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  const handover = {
    calls,
    config: { messenger: { integrationId: 'int', conversationHistory: how.history ?? 'remember' } },
    launcher: { root: { host: { dataset: { cookies: how.cookies } } } },
  } as unknown as Handover;
  keepLeaving(handover, realm as unknown as Realm);
  realm.dispatchEvent(new Event('pagehide'));
  return { calls, local: { ...local }['ZD-int.leave'], session: { ...session }['ZD-int.leave'] };
};

describe('a page that goes before its messenger has come', () => {
  it.each(['messenger.logoutUser', 'messenger.resetWidget'])(
    'leaves %s to the next page, and does not do it itself when it is shown again (login-29)',
    (method) => {
      const { local, calls } = leave(['messenger.open', method, 'messenger.loginUser']);
      expect(local).toBe(method);
      expect(calls.map(({ cancelled }) => !!cancelled)).toEqual([false, true, false]);
    },
  );

  it('does so in the tab where nothing is remembered, and not at all without consent', () => {
    expect(leave(['messenger.logoutUser'], { history: 'forget' })).toMatchObject({
      local: undefined,
      session: 'messenger.logoutUser',
    });
    expect(leave(['messenger.logoutUser'], { cookies: 'none' }).local).toBeUndefined();
  });

  it('stores nothing of other calls, and keeps the call where storage is blocked', () => {
    expect(leave(['messenger.open', 'messenger:set.locale']).local).toBeUndefined();
    expect(leave(['messenger.logoutUser'], { blocked: true }).calls[0]?.cancelled).toBeUndefined();
  });
});
