import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { widgetAt } from '../support/widget';

const { browser, desk } = await setUp();

const speak = async (page: Page) => {
  const widget = await widgetAt(page, `${desk.origin}/`);
  await widget.open();
  await widget.say('Hello');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const divider = widget.log.locator('time');
  const row = widget.message('Hello');
  /** The opacity of the exact times of divider and message; '0' for a time that is not rendered. */
  const shown = () =>
    widget.log.evaluate((log) => {
      const view = log.ownerDocument.defaultView as Window;
      return ['time', 'li[data-time]'].map((what) => {
        const { opacity, content } = view.getComputedStyle(log.querySelector(what) as Element, '::after');
        return content === 'none' ? '0' : opacity;
      });
    });
  return { widget, divider, row, shown };
};

describe('exact times', () => {
  it('are shown while the log has the keyboard’s focus, and move nothing', async () => {
    const { page } = await openPage(browser);
    const { widget, divider, shown } = await speak(page);
    const box = () => widget.log.evaluate((log) => [...log.querySelectorAll('li')].map((li) => li.offsetTop));
    expect(await shown()).toEqual(['0', '0']);
    const before = await box();
    await page.keyboard.press('Shift+Tab');
    expect(await widget.log.evaluate((log) => log.matches(':focus-visible'))).toBe(true);
    await expect.poll(shown).toEqual(['1', '1']);
    expect(await divider.getAttribute('title')).toMatch(/\d{4}.*\d:\d\d/);
    expect(await widget.log.evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
    expect(await box()).toEqual(before);
    await page.keyboard.press('Tab');
    await expect.poll(shown).toEqual(['0', '0']);
  });

  it('are shown by a tap on the log', async () => {
    const { page } = await openPage(browser, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 700 },
    });
    const { widget, row, shown } = await speak(page);
    expect(await shown()).toEqual(['0', '0']);
    await row.tap();
    await expect.poll(shown).toEqual(['1', '1']);
    expect(await widget.log.evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
  });
});
