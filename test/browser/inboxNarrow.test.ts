import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createVisitor, sendText } from '../support/deskClient';
import { openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
await sendText(visitor, 'Where is my parcel?');

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** What opens a panel, and the panel. */
const PANELS: Record<string, { open(page: Page): Promise<unknown>; panel: string }> = {
  'the menu': { open: (page) => press(page, 'Menu'), panel: '.menu-panel' },
  'the actions of a conversation': {
    open: async (page) => {
      await rows(page).first().click();
      await press(page, 'Conversation actions');
    },
    panel: '.menu-panel',
  },
  'the emojis': {
    open: async (page) => {
      await rows(page).first().click();
      await press(page, 'Emoji');
    },
    panel: '.menu-panel',
  },
  'what can be sent': {
    open: async (page) => {
      await rows(page).first().click();
      await press(page, 'More to send');
    },
    panel: '.menu-panel',
  },
  'all commands': { open: (page) => page.keyboard.press('Control+k'), panel: 'dialog[open]' },
};

const SIZES = {
  'a phone': { width: 390, height: 844 },
  'a zoom of 400 %': { width: 320, height: 256 },
};

for (const [size, viewport] of Object.entries(SIZES)) {
  it.each(Object.entries(PANELS))(
    `on ${size} %s fits the window, and all of it can be reached`,
    async (_, { open, panel }) => {
      const { page } = await openInbox(browser, desk, { viewport });
      await open(page);
      await page.locator(panel).waitFor();
      const box = await page.locator(panel).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      const hidden = await page.locator(panel).evaluate((element) => {
        const controls = [...element.querySelectorAll<HTMLElement>('button, a, input, [role=option]')];
        return controls
          .filter((control) => {
            control.scrollIntoView({ block: 'nearest' });
            const { top, bottom } = control.getBoundingClientRect();
            return bottom > innerHeight || top < 0;
          })
          .map((control) => control.textContent);
      });
      expect(hidden).toEqual([]);
    },
  );
}

it('a long reply leaves the button that sends it in sight at a zoom of 400 %', async () => {
  const { page } = await openInbox(browser, desk, { viewport: SIZES['a zoom of 400 %'] });
  await rows(page).first().click();
  await replyField(page).fill(
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '.repeat(8),
  );
  const box = await page.getByRole('button', { name: 'Send reply' }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(256);
});
