import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inBothSchemes, violations } from '../support/axe';
import { MOVING } from '../support/browser';
import { createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

/** With `SHOTS`, a folder, the states of this test are drawn there. */
const folder = process.env.SHOTS;
const shoot = async (page: Page, name: string): Promise<void> => {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
};

const menu = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const field = (page: Page) => menu(page).getByRole('combobox', { name: 'Command' });
const open = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
};
const isFocused = (page: Page, label: string) =>
  page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, label);

const visitorOf = async (name: string, text: string): Promise<void> => {
  const visitor = await createVisitor(desk, { properties: { name } });
  await sendText(visitor, text);
};

describe('the command menu', () => {
  it('does the work of a conversation by keyboard alone', async () => {
    await visitorOf('Ana Lucía', 'Where is my parcel?');
    await visitorOf('Bo', 'Do you mend lamps?');
    const { page } = await openInbox(browser, desk);
    await rows(page).nth(1).waitFor();
    await open(page);
    await isFocused(page, 'Command');
    await page.keyboard.type('ana lucia');
    await shoot(page, 'commands-go-to');
    await page.keyboard.press('Enter');
    await messageLog(page).getByText('Where is my parcel?').waitFor();
    await isFocused(page, 'Reply');

    // It opens in the middle of a reply, and gives the focus back there.
    await page.keyboard.type('Let me ');
    await open(page);
    await shoot(page, 'commands-open');
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await isFocused(page, 'Reply');
    await page.keyboard.type('look.');
    expect(await replyField(page).inputValue()).toBe('Let me look.');

    const run = async (typed: string): Promise<void> => {
      await open(page);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await menu(page).waitFor({ state: 'detached' });
    };
    await run('assign to me');
    await page.locator('.title-line .standing', { hasText: 'Mine' }).waitFor();
    await run('add the tag parcel');
    await page.getByRole('button', { name: 'Remove the tag parcel' }).waitFor();
    await run('write a note');
    await isFocused(page, 'Note');
    await page.keyboard.type('Asked the carrier.');
    await page.keyboard.press('Enter');
    await messageLog(page).getByText('Asked the carrier.').waitFor();
    await run('close the conv');
    await messageLog(page).getByText('Do you mend lamps?').waitFor();
    await run('show: closed');
    await expect.poll(() => new URL(page.url()).hash).toContain('view=closed');
    await rows(page).filter({ hasText: 'Ana Lucía' }).waitFor();
    await run('settings: colors');
    await page.getByRole('heading', { name: 'Colors' }).waitFor();
    await run('back to the inbox');
    await rows(page).first().waitFor();
    await run('sign out');
    const asked = page.getByRole('dialog', { name: 'Sign out?' });
    await asked.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByLabel('Email address').waitFor();
  });

  it.each([
    ['a wide window', { viewport: { width: 1280, height: 800 } }],
    ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])('has no axe violation in %s, light, dark and in forced colors', async (where, size) => {
    await visitorOf('Chidi', 'Hello');
    const { page } = await openInbox(browser, desk, { ...MOVING, ...size });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('button', { name: /^All commands/ }).click();
    await field(page).waitFor();
    expect(await inBothSchemes(page)).toEqual([]);
    const box = await menu(page).boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await violations(page)).toEqual([]);
    const outline = await menu(page)
      .locator('[aria-selected=true]')
      .evaluate((option) => getComputedStyle(option).outlineStyle);
    expect(outline).toBe('solid');
    await shoot(page, `commands-forced-${where}`);
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
    await field(page).fill('s');
    await shoot(page, `commands-dark-${where}`);
    // From right to left, the field and the keys change sides.
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await shoot(page, `commands-rtl-${where}`);
    const [icon, text] = await menu(page)
      .locator('.commands-field > .icon, .commands-field > input')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x));
    expect(icon).toBeGreaterThan(text ?? 0);
    // A list longer than the menu follows the chosen row.
    await field(page).fill('');
    await field(page).press('ArrowUp');
    const last = menu(page).getByRole('option').last();
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true');
    const [inner, outer] = [await last.boundingBox(), await menu(page).boundingBox()];
    expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual(
      (outer?.y ?? 0) + (outer?.height ?? 0) + 1,
    );
  });
});
