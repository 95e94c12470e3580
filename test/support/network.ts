import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Takes the page's browser off the network. It resolves once a request fails: Chromium's network process may let requests
 * through for some time after it has been told, and on a busy machine longer.
 */
export const goOffline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  const reaches = () =>
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    );
  await expect.poll(() => page.evaluate(reaches)).toBe(false);
};
