import type { RefObject } from 'react';

/** Where the reader is; the log's own, so that it is the same before this part is there and after. */
export type Place = {
  /** Whether they are at the end, and go with it. */
  following: boolean;
  /** Where they last were, in pixels from the top. */
  at: number;
  /** Undoes what moved the row under the reader's eye. */
  keep?: () => void;
  /** What in the log has the focus, or had it until it was taken away. */
  held?: Element;
};

export type ReaderProps = { at: 'top' | 'end'; log: RefObject<HTMLElement | null>; place: Place };

/** Near enough to the beginning, in pixels, to fetch what is before it. */
const NEAR = 300;

/** How many rows are watched: one may go, such as a time that no longer stands at the beginning. */
const WATCHED = 5;

/**
 * The rows the reader looks at: those that begin inside the window, else the one that fills it.
 * @param top the window's upper edge
 * @returns each row with its distance from that edge
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
 * Holds the row under the reader's eye where it is, whatever is put above it or grows there. It goes by the row, not by
 * heights: those of blocks that were never drawn are guesses.
 * @param on.moved told of each move of the reader, and whether they are near the beginning
 * @returns the undo
 */
export const holdPlace = (
  log: HTMLElement,
  place: Place,
  on: { moved: (near: boolean) => void },
): (() => void) => {
  let watched: [Element, number][] = [];
  const edge = () => log.getBoundingClientRect().top;
  const look = () => {
    // Whoever follows goes with the end; a window that is not shown has no places.
    if (!place.following && log.clientHeight > 0) watched = rowsAt(log, edge());
  };
  const onScroll = () => {
    look();
    on.moved(log.scrollTop < NEAR);
  };
  place.keep = () => {
    if (log.clientHeight === 0) return;
    const [row, offset] = watched.find(([it]) => it.isConnected) ?? [];
    if (row) log.scrollTop += row.getBoundingClientRect().top - edge() - (offset as number);
    look();
  };
  log.addEventListener('scroll', onScroll, { passive: true });
  onScroll();
  return () => {
    log.removeEventListener('scroll', onScroll);
    place.keep = undefined;
  };
};
