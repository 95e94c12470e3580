import type { ReadingPlace } from '../../conversation/features';

/** Scrolled this close to the beginning, in pixels, earlier messages are loaded. */
const NEAR = 300;

/**
 * How many rows are watched. More than one, as a row may be removed, such as the timestamp at the old
 * beginning.
 */
const WATCHED = 5;

/**
 * The rows that the reader looks at: those that begin inside the window, or the one that fills it.
 * @param top the window's upper edge
 * @returns each row with its distance from that edge, in pixels
 */
const rowsAt = (log: HTMLElement, top: number): [Element, number][] => {
  const seen: [Element, number][] = [];
  let filling: [Element, number] | undefined;
  const isAbove = (element: Element) => element.getBoundingClientRect().bottom <= top;
  for (const block of log.querySelectorAll('section > ol')) {
    if (isAbove(block.parentElement as Element) || isAbove(block)) continue;
    for (const row of block.children) {
      const box = row.getBoundingClientRect();
      if (box.top >= top) seen.push([row, box.top - top]);
      else if (box.bottom > top) filling = [row, box.top - top];
      if (seen.length === WATCHED) return seen;
    }
  }
  return filling ? [...seen, filling] : seen;
};

/**
 * Keeps the row that the reader looks at in place when content above it appears or grows. It measures the row
 * itself, because the heights of blocks that were never drawn are estimates.
 * @param on.moved called when the reader scrolls, with whether they are near the beginning
 * @returns `look` remembers the rows that the reader looks at now; `stop` undoes all of it
 */
export const holdPlace = (
  log: HTMLElement,
  place: ReadingPlace,
  on: { moved: (near: boolean) => void },
): { check: () => void; stop: () => void } => {
  let watched: [Element, number][] = [];
  const edge = () => log.getBoundingClientRect().top;
  const check = () => {
    // A following reader stays at the end, and a hidden window has no positions.
    if (!place.following && log.clientHeight > 0) watched = rowsAt(log, edge());
  };
  const onScroll = () => {
    check();
    on.moved(log.scrollTop < NEAR);
  };
  place.keep = () => {
    if (log.clientHeight === 0) return;
    const [row, offset] = watched.find(([it]) => it.isConnected) ?? [];
    if (row) log.scrollTop += row.getBoundingClientRect().top - edge() - (offset as number);
    check();
  };
  log.addEventListener('scroll', onScroll, { passive: true });
  onScroll();
  return {
    check,
    stop() {
      log.removeEventListener('scroll', onScroll);
      place.keep = undefined;
    },
  };
};
