import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { CallContext } from '../../../../src/features/hostCalls/command';
import { createCommands, type LocaleNeeds } from '../../../../src/features/hostCalls/look/setLocale';
import { createFakeClock } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';

/** The words of these languages are there: `shownFor` says which are shown for a wanted one. */
const create = ({ shownFor = (wanted: string) => wanted, shown = 'en-us' } = {}) => {
  const clock = createFakeClock();
  const page = createFakePage();
  const misuse = vi.fn();
  const words = signal<{ locale: string } | undefined>({ locale: shown });
  const locale = signal(shown);
  let isOffline = false;
  const sent: unknown[] = [];
  const change = vi.fn(async (wanted: string) => {
    if (isOffline) return;
    if (wanted === 'fr') throw new Error('It is not wanted any more');
    locale.value = shownFor(wanted);
    words.value = { locale: locale.value };
  });
  const deps = {
    ...{ clock, page, report: vi.fn(), onDispose: () => {}, words: { change } },
    slices: { user: { appUserId: signal('u') }, locale: { locale, words } },
    delivery: { http: async (call: unknown) => void sent.push(call) },
  } as unknown as LocaleNeeds;
  const set = createCommands({ deps, misuse } as unknown as CallContext<LocaleNeeds>)[
    'messenger:set.locale'
  ] as (wanted: unknown) => Promise<void> | undefined;
  return {
    ...{ clock, page, misuse, words, change, sent, set },
    goOffline() {
      isOffline = true;
      page.setOnline(false);
    },
    goOnline() {
      isOffline = false;
      page.setOnline(true);
    },
  };
};

describe('a locale that the page sets', () => {
  it.each(['de', 'pt_BR', 'zh-Hant-TW'])('is shown if it is a language tag: %s (api-3)', (wanted) => {
    const { set, change, misuse } = create();
    void set(wanted)?.catch(() => {});
    expect(change.mock.calls).toEqual([[wanted]]);
    expect(misuse).not.toHaveBeenCalled();
  });

  it.each([undefined, null, 5, '', 'english please', {}, ['de']])(
    'changes nothing if it is no language tag, and says so: %j (api-3)',
    (wanted) => {
      const { set, change, misuse } = create();
      set(wanted);
      expect(change).not.toHaveBeenCalled();
      expect(misuse.mock.calls).toEqual([['locale must be a BCP 47 language tag.']]);
    },
  );

  it('is logged where there are no words in its language (locale-11)', async () => {
    const { set, misuse } = create({ shownFor: () => 'en-us' });
    await set('xx_yy');
    expect(misuse.mock.calls).toEqual([['locale xx_yy is not supported; English is shown instead.']]);
  });

  it.each(['en', 'EN_ph'])('is not logged where its words are shown: %s', async (wanted) => {
    const { set, misuse } = create({ shownFor: () => 'en-us' });
    await set(wanted);
    expect(misuse).not.toHaveBeenCalled();
  });

  it('is shown once the page is online again, the last one alone, and told the service', async () => {
    const side = create({ shown: 'de' });
    side.goOffline();
    const calls = [side.set('fr'), side.set('en-us')];
    await vi.waitFor(() => expect(side.page.listeners()).toBe(2));
    expect(side.words.value?.locale).toBe('de');
    side.goOnline();
    await Promise.all(calls);
    expect(side.words.value?.locale).toBe('en-us');
    await side.clock.advance(500);
    expect(side.sent).toHaveLength(1);
  });
});
