import { effect } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { createResetWidget } from '../../../../src/delivery/identity/resetWidget';
import type { Session } from '../../../../src/delivery/identity/session';
import { createExperience } from '../../../../src/slices/experience';
import { createRouter } from '../../../../src/slices/router';
import { createUser } from '../../../../src/slices/user';
import { flush } from '../../../support/fakeClock';
import { createFakeStore } from '../../../support/fakeStorage';

const create = () => {
  const store = createFakeStore();
  const user = createUser({
    store,
    session: createFakeStore(),
    integrationId: 'int',
    createId: () => 'id',
    now: Date.now,
  });
  const router = createRouter({ session: store });
  const steps: string[] = [];
  router.openWidget();
  effect(() => {
    steps.push(`reset ${user.resetWidgetStatus.value}`);
  });
  effect(() => {
    steps.push(router.widgetOpen.value ? 'open' : 'closed');
  });
  const session = { end: (unsent: string) => steps.push(`end ${unsent}`) } as unknown as Session;
  const experience = createExperience(true);
  const loaded = () => Promise.resolve({ cancel: () => void steps.push('login over') });
  const reset = createResetWidget({ user, router, experience, session, loaded });
  return { user, router, experience, steps, reset };
};

describe('resetting the widget', () => {
  it('is pending, closes, ends the session with all that was unsent, succeeds and says so (reset-1)', async () => {
    const { reset, steps } = create();
    steps.length = 0;
    reset((isReset) => steps.push(`done ${isReset}`));
    expect(steps).toEqual(['reset pending', 'closed', 'end drop', 'reset successful', 'done true']);
    await flush();
    expect(steps.at(-1)).toBe('login over');
  });

  it('forgets what the integration said of conversations, which is asked anew (reset-1)', () => {
    const { reset, experience } = create();
    experience.set({ listed: false, mayCreate: true, limited: true });
    experience.setFetched('successful');
    reset();
    const { listed, mayCreate, limited, integrationsFetchStatus } = experience;
    expect([listed, mayCreate, limited, integrationsFetchStatus].map(({ value }) => value)).toEqual([
      true,
      false,
      false,
      'notConnected',
    ]);
  });

  it('needs no callback', () => {
    const { reset, user } = create();
    reset();
    expect(user.resetWidgetStatus.value).toBe('successful');
  });

  it('is refused while a connection is pending, and says so (reset-2)', () => {
    const { reset, user, router, steps } = create();
    user.setInitialized('pending');
    steps.length = 0;
    reset((isReset) => steps.push(`done ${isReset}`));
    expect([steps, router.widgetOpen.value, user.resetWidgetStatus.value]).toEqual([
      ['done false'],
      true,
      'notConnected',
    ]);
  });

  it.each(['notConnected', 'successful', 'failed'] as const)('works when the start is %s', (status) => {
    const { reset, user, router } = create();
    user.setInitialized(status);
    reset();
    expect(router.widgetOpen.value).toBe(false);
  });
});
