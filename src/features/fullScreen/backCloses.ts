import type { Clock } from '../../platform/clock';
import type { PageHistory } from '../../platform/pageHistory';
import { createTimer } from '../../platform/timer';

/** How long going back may take, in ms, on a busy machine too. A page can prevent it silently. */
const GOING_MS = 10_000;

/**
 * Lets the browser's Back close a window that fills the screen, and not leave the page. While the window is open, the
 * tab's history has one entry more, at the same address and with the page's own state. Forward opens the window again.
 *
 * A move to that entry or back is kept from the page's listeners. Chromium asks listeners in the order in which they
 * came, so there a router hears of a move to the address and the state that it is at. Where the page goes elsewhere
 * meanwhile, its router hears all, and the entry is passed over later.
 * @returns `cover` tells whether the window fills the screen now; `dispose` takes the entry away
 */
export const createBackCloser = (deps: {
  history: PageHistory;
  clock: Clock;
  close: () => void;
  reopen: () => void;
}) => {
  const { history, clock } = deps;
  let covered = false;
  /** Whether the window has an entry that the tab has not left. */
  let added = false;
  /** Whether the tab has left the entry, so that Forward leads to it. */
  let left = false;
  /** Whether this code goes back itself, and the browser has not told so yet. */
  let going = false;
  const overdue = createTimer(clock);

  const arrived = () => {
    going = false;
    overdue.stop();
    // The window was opened again meanwhile.
    if (covered) added = history.add();
  };

  const leave = () => {
    added = false;
    // Where the page has gone on, or has written its own entry over this one, there is nothing to take away.
    if (!history.isOurs()) return;
    left = true;
    going = true;
    overdue.set(GOING_MS, arrived);
    history.go(-1);
  };

  /** The tab is at the window's entry. */
  const enter = (move: Parameters<Parameters<PageHistory['onMove']>[0]>[0]) => {
    if (covered) added = true;
    else if (left && move.same) {
      move.hide();
      deps.reopen();
    } else if (move.ahead !== undefined) {
      // The entry is out of use: pass over it, in the direction that the visitor takes.
      move.hide();
      history.go(move.ahead ? 1 : -1);
    }
  };

  const stop = history.onMove((move) => {
    const ours = history.isOurs();
    if (going) {
      move.hide();
      arrived();
    } else if (ours) enter(move);
    else if (added) {
      added = false;
      // The page has moved to another address of its own: that is its router's business, and the window stays.
      if (!move.same) return;
      left = true;
      move.hide();
      deps.close();
    }
  });

  return {
    cover(now: boolean) {
      if (now === covered) return;
      covered = now;
      if (going) return;
      if (now) added = history.add();
      else if (added) leave();
    },
    dispose() {
      covered = false;
      if (added) leave();
      stop();
      arrived();
    },
  };
};
