import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules that depend on the color scheme. In the dark scheme only these are checked again. */
const OF_THE_SCHEME = ['color-contrast', 'link-in-text-block'];
export type Rules = readonly string[] | undefined;

/** Lists 'rule: element' for each violation on the page as it is now. @param rules checks only these */
export const violationsNow = async (page: Page, rules?: Rules): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(document, {
      resultTypes: ['violations'],
      ...(only ? { runOnly: [...only] } : {}),
    });
    if (found.passes.length === 0) return ['No rule found anything to check.'];
    return found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)}`));
  }, rules);
};

/** Waits until animations have ended, and those that took their place: a control under a resting mouse starts again. */
export const resting = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
    while (document.getAnimations().length > 0) {
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
      await nextFrame();
    }
  });

/**
 * Lists 'rule: element' for each violation on the page, after animations have ended.
 * @param rules checks only these
 */
export const violations = async (page: Page, rules?: Rules): Promise<string[]> => {
  await resting(page);
  return violationsNow(page, rules);
};

/** What `find` lists in the light scheme, and in the dark one, to which the page changes without a reload. */
export const inBothSchemes = async (page: Page, find = violations): Promise<string[]> => {
  const light = await find(page);
  // The colours of controls go from one scheme to the other in a moment.
  await page.emulateMedia({ colorScheme: 'dark' });
  await resting(page);
  const dark = await find(page, OF_THE_SCHEME);
  await page.emulateMedia({ colorScheme: 'light' });
  await resting(page);
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
};
