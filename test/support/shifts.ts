import type { Page } from 'playwright-core';

/** The positions of the elements that exist before and after the card. */
export const placesIn = (page: Page) =>
  page.evaluate(() => {
    const doc = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe')?.contentDocument;
    const place = (part: Element | null | undefined) => {
      const box = part?.getBoundingClientRect();
      return box && [box.x, box.y, box.right, box.bottom].map(Math.round);
    };
    const header = doc?.querySelector('header');
    const title = doc?.querySelector('h1');
    const text = doc?.createRange();
    if (title) text?.selectNodeContents(title);
    const words = text?.getBoundingClientRect();
    return {
      header: place(header),
      title: words && [words.x, words.y, words.right, words.bottom].map(Math.round),
      close: place(header?.querySelector('button:last-of-type')),
      form: place(doc?.querySelector('form')),
      send: place(doc?.querySelector('form > button')),
    };
  });

/** Sums the layout shifts in the window's frame into `shifted`, from its first paint on. */
export const sumShifts = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe');
    const realm = frame?.contentWindow as (Window & typeof globalThis) | null;
    Reflect.set(window, 'shifted', 0);
    if (realm)
      new realm.PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'));
      }).observe({ type: 'layout-shift', buffered: true });
  });
