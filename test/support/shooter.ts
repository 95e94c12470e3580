import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { resting } from './axe';

const WIDE = { width: 1280, height: 800 };
const SIZES = [WIDE, { width: 390, height: 844 }];

/** Makes the function that draws a page wide and on a phone, light and dark. @param folder where to; without it, nothing is drawn */
export const createShooter =
  (folder: string | undefined) =>
  async (page: Page, name: string): Promise<void> => {
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    for (const size of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await resting(page);
        await page.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png` });
      }
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: 'light' });
  };
