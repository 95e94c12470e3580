import { expect, it, vi } from 'vitest';
import type { FeatureDeps } from '../../../../src/conversation/featureDeps';
import { followDay } from '../../../../src/features/scrollback/followDay';
import { createLocale } from '../../../../src/slices/locale';
import { createFakeClock } from '../../../support/fakeClock';
import { createFakePage } from '../../../support/fakePage';
import { englishWords } from '../../../support/words';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const EVENING = new Date(2027, 0, 15, 22).getTime();

/** A page that is opened at ten in the evening. */
const openPage = (clock = createFakeClock(EVENING)) => {
  const page = createFakePage();
  const locale = createLocale();
  locale.set({ ...englishWords(), locale: 'de' });
  const change = vi.fn(async () => {});
  const undos: (() => void)[] = [];
  followDay({
    clock,
    page,
    slices: { locale },
    words: { change } as Partial<FeatureDeps['words']> as FeatureDeps['words'],
    onDispose: (undo) => void undos.push(undo),
  });
  return { clock, page, change, end: () => undos.forEach((undo) => void undo()) };
};

it('writes the times anew at each midnight, and at no other time', async () => {
  const { clock, page, change } = openPage();
  await clock.advance(2 * HOUR - SECOND);
  page.setVisible(false);
  page.setVisible(true);
  expect(change).not.toHaveBeenCalled();
  await clock.advance(SECOND);
  expect(change.mock.calls).toEqual([['de']]);
  await clock.advance(24 * HOUR);
  expect(change).toHaveBeenCalledTimes(2);
});

it('writes them when a page is looked at again that slept over midnight', () => {
  let now = EVENING;
  const { page, change } = openPage({ ...createFakeClock(), now: () => now, after: () => () => {} });
  page.setVisible(false);
  now += 10 * HOUR;
  page.setVisible(true);
  expect(change.mock.calls).toEqual([['de']]);
});

it('leaves no timer and no listener behind', () => {
  const { clock, page, end } = openPage();
  end();
  expect([clock.pending(), page.listeners()]).toEqual([0, 0]);
});
