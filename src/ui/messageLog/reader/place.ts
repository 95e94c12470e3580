import type { RefObject } from 'react';

/** Where the reader is; the log's own, so that it is the same before this part is there and after. */
export type Place = {
  /** Whether they are at the end, and go with it. */
  following: boolean;
  /** Undoes what moved the row under the reader's eye. */
  keep?: () => void;
  /** Where the log's blocks are counted from. */
  origin?: string;
};

export type ReaderProps = { at: 'top' | 'end'; log: RefObject<HTMLElement | null>; place: Place };

/** Near enough to the beginning, in pixels, to fetch what is before it. */
const NEAR = 300;

/**
 * The row the reader looks at: the first that begins inside the window, else the one that fills it.
 * @param top the window's upper edge
 */
const rowAt = (log: HTMLElement, top: number): Element | undefined => {
  let filling: Element | undefined;
  for (const block of log.querySelectorAll('ol')) {
    if (block.getBoundingClientRect().bottom <= top) continue;
    for (const row of block.children) {
      const box = row.getBoundingClientRect();
      if (box.top >= top) return row;
      if (box.bottom > top) filling = row;
    }
    if (filling) return filling;
  }
  return undefined;
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
  let row: Element | undefined;
  let offset = 0;
  const edge = () => log.getBoundingClientRect().top;
  const look = () => {
    // A window that is not shown has no places.
    if (log.clientHeight === 0) return;
    const top = edge();
    row = rowAt(log, top);
    offset = (row?.getBoundingClientRect().top ?? top) - top;
  };
  const onScroll = () => {
    look();
    on.moved(log.scrollTop < NEAR);
  };
  place.keep = () => {
    if (log.clientHeight === 0) return;
    if (row?.isConnected) log.scrollTop += row.getBoundingClientRect().top - edge() - offset;
    look();
  };
  log.addEventListener('scroll', onScroll, { passive: true });
  onScroll();
  return () => {
    log.removeEventListener('scroll', onScroll);
    place.keep = undefined;
  };
};
