import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The focused element, looked up through shadow roots and frames of the same origin. */
export type Focus = {
  name: string;
  /** Whether no element has the focus, only the body of the page or of a frame. */
  isLost: boolean;
  /**
   * Whether an outline or the text box's ring shows the focus, and the element is inside its frame's window.
   */
  isSeen: boolean;
  /** Whether the element lies inside the previously focused one, or after it in reading order. */
  isAfter: boolean;
};

const look = (): Focus => {
  let element = document.activeElement as HTMLElement | null;
  for (;;) {
    const inner =
      element?.shadowRoot?.activeElement ?? (element as HTMLIFrameElement)?.contentDocument?.activeElement;
    if (!inner) break;
    element = inner as HTMLElement;
  }
  const doc = element?.ownerDocument;
  const view = doc?.defaultView;
  if (!element || !view || element === doc.body || element === doc.documentElement)
    return {
      name: `nothing, in ${doc?.title || view?.frameElement?.getAttribute('title')}`,
      isLost: true,
      isSeen: false,
      isAfter: false,
    };
  const labels = [...((element as HTMLInputElement).labels ?? [])]
    .map((label) => label.textContent)
    .join(' ');
  const name = (
    element.getAttribute('aria-label') ||
    labels ||
    element.innerText ||
    element.title ||
    ''
  ).trim();
  const style = view.getComputedStyle(element);
  const ring = element.tagName === 'TEXTAREA' && element.closest('form');
  const outlined = element.matches(':focus-visible') || element.hasAttribute('data-focus');
  const shown = ring
    ? view.getComputedStyle(ring).outlineStyle !== 'none'
    : outlined && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
  const box = element.getBoundingClientRect();
  const inView = box.bottom > 0 && box.right > 0 && box.top < view.innerHeight && box.left < view.innerWidth;
  const store = window as unknown as { focusedBefore?: HTMLElement };
  const before = store.focusedBefore;
  store.focusedBefore = element;
  let isAfter = true;
  if (
    before?.isConnected &&
    before.ownerDocument === doc &&
    !before.contains(element) &&
    before !== element
  ) {
    const last = before.getBoundingClientRect();
    const isBeside =
      Math.min(box.bottom, last.bottom) - Math.max(box.top, last.top) > Math.min(box.height, last.height) / 2;
    const rtl = view.getComputedStyle(doc.documentElement).direction === 'rtl';
    isAfter = isBeside ? (rtl ? box.right <= last.right : box.left >= last.left) : box.top >= last.top;
  }
  return { name, isLost: false, isSeen: shown && inView, isAfter };
};

const matches = (name: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** Moves through a page by keyboard. At every stop it expects that an element has the focus and shows it. */
export const keysOf = (page: Page) => {
  const here = () => page.evaluate(look);
  const seen = async (): Promise<Focus> => {
    // A strip that scrolls to the focused element takes a moment.
    await expect
      .poll(async () => {
        const { name, isLost, isSeen } = await here();
        return `${name}: ${isLost ? 'lost' : isSeen ? 'seen' : 'not seen'}`;
      })
      .toMatch(/: seen$/);
    return here();
  };
  return {
    here,
    seen,
    /** Presses a key until the focused element has this name. */
    async to(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
      const way: string[] = [];
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press(key);
        const { name: now } = await seen();
        if (matches(now, name)) return;
        way.push(now);
      }
      expect(way).toContain(name);
    },
    /** Waits until the element with this name has the focus. */
    async isAt(name: string | RegExp) {
      await expect
        .poll(async () => (await here()).name)
        .toEqual(typeof name === 'string' ? name : expect.stringMatching(name));
      await seen();
    },
    /**
     * Moves from the launcher all the way round, and expects the stops in reading order.
     * @returns the names of the stops
     */
    async round(key: 'Tab' | 'Shift+Tab') {
      const names: string[] = [];
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press(key);
        const { name, isLost, isSeen, isAfter } = await here();
        names.push(name);
        expect([name, isLost, isSeen]).toEqual([name, false, true]);
        if (key === 'Tab') expect([name, isAfter]).toEqual([name, true]);
        const onPage = await page.evaluate(
          () => document.activeElement?.shadowRoot?.activeElement?.tagName === 'BUTTON',
        );
        if (onPage) break;
      }
      return names;
    },
  };
};
