import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { createRefusals, type RefusalDeps } from '../../../../src/delivery/identity/refusals';
import type { Status } from '../../../../src/slices/status';
import { createFakeClock } from '../../../support/fakeClock';

/** @param status of the visitor's start, during which the service ends their session */
const refuse = (status: Status, { follows }: { follows: boolean }) => {
  const happened: string[] = [];
  const user = {
    appUserId: signal('gone'),
    auth: signal({ type: 'sessionToken', sessionToken: 't' }),
    initializedStatus: signal(status),
    isOver: () => false,
    isElsewhere: () => false,
  };
  const deps = {
    user,
    clock: createFakeClock(),
    loaded: () => undefined,
    createdAt: () => 0,
    authentication: { isUserLoggingIn: signal(follows) },
    outbox: {
      reassign: (from: string, to?: string) => happened.push(`${from} to ${to ?? 'whoever starts'}`),
    },
    session: { end: (unsent: string) => happened.push(`end ${unsent}`) },
    start: () => happened.push('start'),
  };
  createRefusals(deps as unknown as RefusalDeps).onRefused(401);
  return happened;
};

describe('a session that the service has ended', () => {
  it('makes no other visitor while a login is under way, and what waits for the start waits for the login', () => {
    expect(refuse('pending', { follows: true })).toEqual(['gone to whoever starts']);
    expect(refuse('successful', { follows: true })).toEqual([]);
  });

  it('leaves what waits for the start to the next visitor, who starts at once where it had begun', () => {
    expect(refuse('pending', { follows: false })).toEqual(['gone to whoever starts']);
    expect(refuse('successful', { follows: false })).toEqual(['end pass', 'start']);
  });
});
