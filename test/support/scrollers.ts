/** What may scroll in a card of the gallery, by direction. All else must have room for its content. */
const NAMED = {
  y: '[role=log], textarea, [role=menu], [role=dialog] > div, div:has(> ul), main, header + section',
  x: 'ol',
};

export type ScrollersSeen = { needless: string[]; scrollers: number; bars: number };

const findScrollers = (named: typeof NAMED): ScrollersSeen => {
  const seen: ScrollersSeen = { needless: [], scrollers: 0, bars: 0 };
  for (const { contentDocument: doc, contentWindow: view, title } of document.querySelectorAll('iframe')) {
    for (const element of doc?.querySelectorAll<HTMLElement>('*') ?? []) {
      const { overflowX, overflowY } = (view as Window).getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight, offsetWidth } = element;
      for (const [axis, overflow, content, room] of [
        ['x', overflowX, scrollWidth, clientWidth],
        ['y', overflowY, scrollHeight, clientHeight],
      ] as const) {
        if (!/auto|scroll/.test(overflow) || content <= room) continue;
        seen.scrollers += 1;
        if (offsetWidth - clientWidth > 5) seen.bars += 1;
        if (element.matches(named[axis])) continue;
        const name = `${title}: ${element.localName} in ${element.parentElement?.localName}`;
        seen.needless.push(`${name} scrolls by ${content - room} px in ${axis}`);
      }
    }
  }
  return seen;
};

/**
 * A script for a gallery in a browser that shows its scrollbars.
 * @returns what can scroll without being named here, how many elements can scroll, and how many scrollbars take room
 */
export const SCROLLERS = `(${findScrollers})(${JSON.stringify(NAMED)})`;
