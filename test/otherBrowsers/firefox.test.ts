import { describe, expect, it } from 'vitest';
import { findFirefox } from '../../scripts/setup.mjs';
import { startDesk } from '../support/desk';
import { forThisFile } from '../support/forThis';
import { SCROLLERS, type ScrollersSeen } from '../support/scrollers';
import { launchFirefox } from '../support/webDriver/firefox';
import { inThisBrowser } from '../support/webDriver/suite';

const path = findFirefox();
if (!path) console.warn('Skipped: the tests in Firefox need firefox-esr (or FIREFOX_PATH).');
inThisBrowser('Firefox', path ? () => launchFirefox(path) : undefined);

describe.skipIf(!path)('every state of the gallery in Firefox', async () => {
  if (!path) return;
  const desk = await forThisFile(startDesk());
  const driver = await forThisFile(launchFirefox(path));
  it.each([
    ['en-us', '380x600'],
    ['ar', '320x568'],
  ])('has no needless scrollbar, %s, at %s (layout-23)', async (locale, size) => {
    await driver.goto(`${desk.origin}/gallery/?frames=all&locale=${locale}&size=${size}`);
    await expect.poll(() => driver.run(`return document.querySelector('main').dataset.ready`)).toBe(locale);
    const seen = await driver.run<ScrollersSeen>(`return ${SCROLLERS}`);
    expect(seen.needless).toEqual([]);
    expect(seen.scrollers).toBeGreaterThanOrEqual(30);
    expect(seen.bars).toBeGreaterThanOrEqual(20);
  });
});
