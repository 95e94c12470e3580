import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the window has its entry in the tab's history, or has left it. The entry is that of a hidden frame. */
export const hasEntry = (page: Page, has = true): Promise<void> =>
  expect
    .poll(async () => {
      const states = page.frames().map((frame) => frame.evaluate(() => !!history.state && !!location.search));
      return (await Promise.all(states)).includes(true);
    })
    .toBe(has);
