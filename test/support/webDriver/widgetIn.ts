import { until } from './children';
import type { Driver, Found } from './driver';

/** What a script finds, from the page. */
const FIND = `
  const root = [...document.documentElement.children].map((child) => child.shadowRoot).find(Boolean);
  const launcher = root && root.querySelector('button[aria-expanded]');
  const frame = root && root.querySelector('iframe[title]');
  const card = frame && frame.contentDocument;
  const box = card && card.querySelector('textarea');`;

const IS_DRAWN = `return !!(card && card.querySelector('[role=log]'))`;

/** Steps of a visitor in a browser that is driven by classic WebDriver. */
export const widgetIn = (driver: Driver) => {
  const ask = <T>(body: string) => driver.run<T>(`${FIND}\n${body}`);
  // WebKit gives only elements of the frame it is in.
  const found = <T = true>(what: string, body: string) =>
    until(what, async () => (await ask<T | null>(body)) || undefined);
  const launcher = () => found<Found>('The launcher', 'return launcher');
  return {
    /** Clicks the launcher. */
    click: async () => driver.click(await launcher()),
    /** Presses the launcher where it is. A click of WebDriver first scrolls to it, in WebKit also where it is fixed. */
    async tap(): Promise<void> {
      const [x = 0, y = 0] = await found<number[]>(
        'The launcher',
        `const { x, y } = launcher?.getBoundingClientRect() ?? {};
        return launcher && [x + 20, y + 20]`,
      );
      await driver.pressAt(x, y);
    },
    /** Opens the window by a click, and waits for the text box. */
    async openEarly(): Promise<void> {
      await driver.click(await launcher());
      await found('The text box', 'return !!box');
    },
    hasCard: () => found('The card', IS_DRAWN),
    isDrawn: () => ask<boolean>(IS_DRAWN),
    hasFocus: () =>
      ask<boolean>(
        'return !!box && root.activeElement === frame && card.activeElement === box && card.hasFocus()',
      ),
    isClosed: () =>
      ask<boolean>(
        'return getComputedStyle(frame).visibility === "hidden" && root.activeElement === launcher',
      ),
    /** Where the focus is: the launcher, or the name of an element of the window. */
    focused: () =>
      ask<string>(`
        if (root.activeElement === launcher) return 'the launcher';
        if (root.activeElement !== frame) return 'the page';
        return card.activeElement.getAttribute('aria-label') || card.activeElement.localName;`),
    focus: (selector: string) => ask<void>(`card.querySelector(${JSON.stringify(selector)}).focus()`),
    /** Presses an element of the window, once it is there. */
    async press(selector: string): Promise<void> {
      const at = JSON.stringify(selector);
      await found(selector, `return !!card?.querySelector(${at})`);
      await ask(`card.querySelector(${at}).click()`);
    },
    has: (selector: string) => ask<boolean>(`return !!card.querySelector(${JSON.stringify(selector)})`),
    /** Chooses a file, once the tools are there. */
    async upload(path: string): Promise<void> {
      await driver.enter(await found<Found>('The window', 'return frame'));
      const field = 'return document.querySelector("[data-on=composer] input[type=file]")';
      await driver.choose(
        await until('The field', async () => (await driver.run<Found | null>(field)) ?? undefined),
        path,
      );
      await driver.leave();
    },
    isOpen: () => ask<boolean>(`return !!root && root.host.hasAttribute('data-open')`),
    /** Whether the tab is at the window's entry of its history. */
    hasEntry: () =>
      ask<boolean>(
        'return [...root.querySelectorAll("iframe[hidden]")].some((f) => f.contentWindow.history.state && f.contentWindow.location.search)',
      ),
    nameOfBox: () => ask<string>(`return box.getAttribute('aria-label')`),
    written: () => ask<string>('return box.value'),
    /** The rows of the text box, and how much of its text or placeholder is beside it, px. */
    roomOfBox: () =>
      ask<{ rows: number; beside: number; direction: string }>(`
        const { lineHeight, paddingTop, paddingBottom, direction } = card.defaultView.getComputedStyle(box);
        const height = box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        const wide = box.form.hasAttribute('data-wide') ? 1 : 0;
        return {
          rows: Math.round(height / parseFloat(lineHeight)) + wide,
          beside: box.scrollWidth - box.clientWidth,
          direction,
        }`),
    /** The texts of the messages that the visitor sees, oldest first. */
    texts: () =>
      ask<string[]>(
        `return [...card.querySelectorAll('main > b, [role=log] li [dir=auto]')].map((e) => e.textContent)`,
      ),
    problems: () => ask<string[]>('return window.problems'),
    /** From now on, notes where the text box is and whether it or one around it is taken away. */
    watchBox: () =>
      ask<void>(`
        const { x, y, height } = box.getBoundingClientRect();
        const changes = [];
        window.watched = { box, place: [x, y, height].join(), changes };
        for (let node = box; node; node = node.parentElement) {
          const held = node;
          new MutationObserver((records) => {
            for (const { removedNodes } of records)
              for (const gone of removedNodes) if (gone.contains(held)) changes.push(gone.nodeName + ' was removed');
          }).observe(node.parentNode, { childList: true });
        }`),
    changesOfBox: () =>
      ask<string[]>(`
        const { box: held, place, changes } = window.watched;
        const { x, y, height } = box.getBoundingClientRect();
        const now = [x, y, height].join();
        if (held !== box) changes.push('it is another element');
        if (now !== place) changes.push('it moved from ' + place + ' to ' + now);
        return changes`),
  };
};
