import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { keepUserUpdated } from '../../../../src/features/hostCalls/visitor/followLocale';
import type { Http } from '../../../../src/services/http';
import type { Locale } from '../../../../src/slices/locale';
import type { User } from '../../../../src/slices/user';
import { createFakeClock, flush } from '../../../support/fakeClock';

const create = (who = 'u', broken = false, told: string | undefined = 'en-us') => {
  const clock = createFakeClock();
  const locale = signal<string | undefined>(told);
  const appUserId = signal<string | undefined>(who);
  const calls: unknown[][] = [];
  const reports: unknown[] = [];
  const http: Http = async (...call) => {
    calls.push(call);
    if (broken) throw new Error('broken');
  };
  const stop = keepUserUpdated({
    http,
    clock,
    user: { appUserId } as unknown as User,
    locale: { locale } as unknown as Locale,
    told,
    report: (message, cause) => reports.push([message, cause]),
  });
  return { clock, locale, appUserId, calls, reports, stop };
};

describe('the language a visitor reads in', () => {
  it('is not sent when it does not change', async () => {
    const { clock, calls } = create();
    await clock.advance(5000);
    expect(calls).toEqual([]);
  });

  it('is sent when a visitor returns and the page sets it before there are words', async () => {
    const { clock, locale, calls } = create('u', false, '');
    locale.value = 'de';
    await clock.advance(500);
    expect(calls).toEqual([['PUT', '/appusers/u', { locale: 'de' }]]);
    locale.value = 'fr';
    locale.value = 'de';
    await clock.advance(5000);
    expect(calls).toHaveLength(1);
  });

  it('is sent once, 500 ms after the last change (visitor-11)', async () => {
    const { clock, locale, calls } = create();
    locale.value = 'de';
    await clock.advance(499);
    locale.value = 'fr';
    await clock.advance(499);
    expect(calls).toEqual([]);
    await clock.advance(1);
    expect(calls).toEqual([['PUT', '/appusers/u', { locale: 'fr' }]]);
  });

  it('is not sent when it returns to its former value', async () => {
    const { clock, locale, calls } = create();
    locale.value = 'de';
    locale.value = 'en-us';
    await clock.advance(5000);
    expect([calls, clock.pending()]).toEqual([[], 0]);
  });

  it('is sent with the creation of a new visitor', async () => {
    const { clock, locale, appUserId, calls } = create('');
    locale.value = 'de';
    appUserId.value = 'u2';
    await clock.advance(5000);
    expect(calls).toEqual([]);
  });

  it('is not sent after the visitor has left', async () => {
    const { clock, locale, appUserId, calls } = create();
    locale.value = 'de';
    appUserId.value = undefined;
    await clock.advance(5000);
    expect(calls).toEqual([]);
  });

  it('is reported when it cannot be sent', async () => {
    const { clock, locale, reports } = create('u', true);
    locale.value = 'de';
    await clock.advance(500);
    await flush();
    expect(reports).toHaveLength(1);
  });

  it('is not watched after the undo, and leaves no timer', async () => {
    const { clock, locale, calls, stop } = create();
    locale.value = 'de';
    stop();
    locale.value = 'fr';
    await clock.advance(5000);
    expect([calls, clock.pending()]).toEqual([[], 0]);
  });
});
