import { useEffect, useRef, useState } from 'react';
import { useDesk } from '../parts/view';

/** More rows than any screen shows; few enough to draw within a frame or two. */
const STRETCH = 50;

/**
 * Draws a long list in stretches: the first at once, the others each in a task of its own, so that no act waits for
 * a thousand rows. A list that has been drawn whole stays so.
 * @param count how many rows the list has
 * @param of what the list shows; another value begins another list
 * @returns how many rows to draw now
 */
export const useStretches = (count: number, ...of: readonly unknown[]): number => {
  const { clock } = useDesk().inbox;
  const [, redraw] = useState(0);
  const drawing = useRef({ of, rows: STRETCH });
  if (of.some((part, at) => part !== drawing.current.of[at])) drawing.current = { of, rows: STRETCH };
  const { rows } = drawing.current;
  useEffect(() => {
    if (rows === Number.POSITIVE_INFINITY) return;
    return clock.after(0, () => {
      drawing.current.rows = rows < count ? rows + STRETCH : Number.POSITIVE_INFINITY;
      redraw(drawing.current.rows);
    });
  }, [drawing.current, rows, count, clock]);
  return rows;
};
