import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { watchTraffic } from './traffic';

type Reasons = { reasons: { reason: string }[]; children: Reasons[] };

/** Chromium also drops a page for reasons of its own, which it does not name, such as a busy machine. */
const TRIES = 5;

const named = ({ reasons, children }: Reasons): string[] => [
  ...reasons.map(({ reason }) => reason).filter((reason) => reason !== 'masked'),
  ...children.flatMap(named),
];

/**
 * Leaves a page with Porch and comes back to it from the back/forward cache.
 * @param elsewhere the address of the other page
 * @param meanwhile what happens while the page is left; again for each try
 * @throws if the page was reloaded, with Chromium's reasons
 */
export const leaveAndReturn = async (page: Page, elsewhere: string, meanwhile: () => Promise<unknown>) => {
  for (let tries = 1; ; tries++) {
    // A request under way can be a reason.
    await watchTraffic(page).settled(500);
    await page.evaluate(() => {
      Object.assign(window, { kept: 'alive' });
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
    });
    await page.goto(elsewhere);
    await meanwhile();
    // Playwright waits for a load event, which a restored page does not fire.
    await page.goBack({ waitUntil: 'commit' }).catch(() => null);
    await page.waitForFunction(() => document.querySelector('[data-porch]'));
    const [reload] = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((entry) => Reflect.get(entry, 'notRestoredReasons') as Reasons | null),
    );
    if (reload && named(reload).length === 0 && tries < TRIES) continue;
    expect(reload).toBeNull();
    break;
  }
  expect(await page.evaluate(() => [Reflect.get(window, 'kept'), Reflect.get(window, 'persisted')])).toEqual([
    'alive',
    true,
  ]);
};
