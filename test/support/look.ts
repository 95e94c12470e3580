import type { Locator, Page } from 'playwright-core';

/** Changes the look as the page does. */
export const customize = (page: Page, value: unknown): Promise<void> =>
  page.evaluate(
    (wishes) =>
      (Reflect.get(window, 'zE') as (...args: unknown[]) => void)('messenger:set', 'customization', wishes),
    value,
  );

/** Where an element is, in pixels; all zero when it is not shown. */
export const boxOf = async (locator: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
  return { x, y, width, height };
};
