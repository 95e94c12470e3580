import { listen, undoAll } from './disposer';
import { createElement } from './pastContent';
import type { Store } from './storage';

/** Stored when a page is left with entries of the window: the page's entry, the history's length, their number. */
const KEY = 'windowEntry';

/**
 * Where the tab has moved in its history: to the window's entry or away from it, or among the page's own.
 */
export type Move = 'to' | 'away' | 'page';

/** The part of the browser's Navigation API that is used; TypeScript does not know it, nor do older browsers. */
type Navigation = EventTarget & { currentEntry?: { key: string } };

/** The open window's entry in the tab's history. Its methods never throw. */
export type WindowEntry = {
  /** Adds the entry in front of the page's, as soon as its frame has loaded; false ends that wait. */
  want(wanted: boolean): void;
  /** Whether the tab is at the entry. */
  isHere(): boolean;
  go(steps: number): void;
  /**
   * Gives up the entries that a reload has left useless in front of the page's, and their frame. The next `want` makes
   * another.
   * @returns how many there are. A move over them is silent
   */
  takeStale(): number;
  dispose(): void;
};

/**
 * Creates the entry in its own frame, so that the page's entry keeps its address and state, and no move between the two
 * reaches the page: a router that sees one may scroll.
 * @param host the publisher's window
 * @param root gets the frame. A frame inside the window's would be unknown to an entry of the time before it
 */
export const createWindowEntry = (
  host: Window,
  root: ShadowRoot,
  session: Store,
  onMove: (move: Move) => void,
): WindowEntry => {
  const { go } = History.prototype;
  const frame = createElement(root.ownerDocument, 'iframe');
  /** Which entry of the page the frame's entry is in front of, as in its state, too; null for the frame's first. */
  let behind: string | null = null;
  let wanted = false;
  let loaded: Window | undefined;
  let stale = 0;

  const ofPage = () => (host as { navigation?: Navigation }).navigation;
  const keyOfPage = () => ofPage()?.currentEntry?.key;
  // Older browsers know no keys: there the same address and length have to do.
  const place = () => keyOfPage() ?? host.location.href + host.history.length;
  const isHere = () => behind === place();

  /** What was stored: the page's entry, the history's length, the number of entries. */
  let left: string[] = [];
  const recall = () => {
    left = (session.get(KEY) ?? '').split(' ');
    session.remove(KEY);
  };
  recall();
  /**
   * An entry left by a reload is useless. It is still there only if the tab is at the last of as many entries as
   * before: a new one then lengthens the history. Firefox drops such entries or skips them, and a move over one would
   * leave the page.
   */
  const countStale = () => {
    const [at, length, count] = left;
    return at === keyOfPage() && Number(length) + 1 === host.history.length ? Number(count) : 0;
  };

  const add = () => {
    if (!wanted || !loaded || isHere()) return;
    loaded.history.pushState('', '');
    behind = place();
    loaded.history.replaceState(behind, '');
    if (left[2]) stale = countStale();
    left = [];
  };
  frame.hidden = true;
  frame.onload = () => {
    const { contentWindow } = frame;
    // The first document of a frame adds no entries.
    loaded = contentWindow?.location.search ? contentWindow : undefined;
    if (!loaded) return;
    loaded.onpopstate = ({ state }) => {
      behind = state;
      onMove(isHere() ? 'to' : 'away');
    };
    add();
  };

  const remove = () => {
    frame.remove();
    loaded = undefined;
    behind = null;
  };

  const off = undoAll([
    listen(host, 'popstate', () => onMove('page')),
    // The page has navigated under the open window. Older browsers do not report it: there, Back first takes the page
    // back.
    listen((keyOfPage() && ofPage()) || host, 'currententrychange', (event) => {
      if ((event as { navigationType?: string }).navigationType === 'push') add();
    }),
    // The back/forward cache keeps the page, but not its frame's place in the history.
    listen(host, 'pageshow', (event) => {
      if (!(event as PageTransitionEvent).persisted) return;
      remove();
      recall();
      want(wanted);
    }),
    listen(host, 'pagehide', () => {
      const count = stale + Number(isHere());
      const key = keyOfPage();
      if (key && count && !('mozInnerScreenX' in host))
        session.set(KEY, `${key} ${host.history.length} ${count}`);
      else session.remove(KEY);
    }),
  ]);

  const want = (now: boolean) => {
    wanted = now;
    if (now && !frame.isConnected) {
      root.append(frame);
      try {
        frame.contentWindow?.location.replace('about:blank?porch');
      } catch {
        // A sandboxed page may not, and has no entry.
      }
    }
    add();
  };

  return {
    isHere,
    want,
    go: (steps) => go.call(host.history, steps),
    takeStale() {
      const count = stale;
      stale = 0;
      if (count) remove();
      return count;
    },
    dispose() {
      off();
      remove();
    },
  };
};
