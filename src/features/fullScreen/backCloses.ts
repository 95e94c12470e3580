import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { Move, WindowEntry } from '../../platform/windowEntry';

/** How long going back may take, in ms, on a busy machine too. */
const GOING_MS = 10_000;
/** The same over entries without a frame, for which browsers fire no event. */
const SILENT_MS = 500;

/**
 * Lets the browser's Back close a window that fills the screen, instead of leaving the page. While the window is open,
 * the tab's history has one more entry, which is not the page's. Forward opens the window again. If the page navigates
 * under the window, it gets another entry there, and the first is skipped later.
 * @returns `cover` takes whether the window fills the screen now; `dispose` removes the entry
 */
export const createBackCloser = (deps: {
  createEntry: (onMove: (move: Move) => void) => WindowEntry;
  clock: Clock;
  close: () => void;
  reopen: () => void;
}) => {
  let covered = false;
  /** Whether the tab has left the entry for the page's, so that Forward leads to it. */
  let left = false;
  /** Whether this code is going back, and has not arrived yet. */
  let going = false;
  const overdue = createTimer(deps.clock);

  const arrived = () => {
    going = false;
    overdue.stop();
    const stale = covered ? 0 : entry.takeStale();
    if (stale) goBack(stale, SILENT_MS);
    // The window may have been opened again.
    entry.want(covered);
  };
  const goBack = (steps: number, ms: number) => {
    going = true;
    overdue.set(ms, arrived);
    entry.go(-steps);
  };

  const entry = deps.createEntry((move) => {
    if (move === 'to') {
      if (covered) return;
      if (left) deps.reopen();
      // The page has navigated from there.
      else entry.go(1);
    } else if (move === 'away') {
      if (covered && !going) {
        left = true;
        deps.close();
      }
      arrived();
    } else if (!covered && !going && entry.isHere()) {
      // Forward leads to the page that it came back from.
      left = false;
      goBack(1, GOING_MS);
    }
  });

  const cover = (now: boolean) => {
    if (now === covered) return;
    covered = now;
    if (going) return;
    entry.want(now);
    if (now || !entry.isHere()) return;
    left = true;
    goBack(1, GOING_MS);
  };
  return {
    cover,
    dispose() {
      cover(false);
      overdue.stop();
      entry.dispose();
    },
  };
};
