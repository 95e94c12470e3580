import { listen } from './disposer';

/** Marks the history entry of the open window. */
const MARK = 'porchWindow';

/** A move of the tab in its history. */
export type Move = {
  /** Keeps the move from the page's own listeners. */
  hide: () => void;
  /** Whether the address stays as it was. */
  same: boolean;
  /** Whether it is a move forward; `undefined` where the browser does not tell. */
  ahead: boolean | undefined;
};

/**
 * The tab's history, as the open window needs it. It never throws, even if the page has replaced its history.
 */
export type PageHistory = {
  /** Adds an entry for the window, unless the current one is. @returns whether it is there */
  add(): boolean;
  /** Whether the current entry is the window's. */
  isOurs(): boolean;
  go(steps: -1 | 1): void;
  /** @returns the removal */
  onMove(run: (move: Move) => void): () => void;
};

/** The part of the browser's Navigation API that is used; TypeScript does not know it, nor do older browsers. */
type NavigationEntry = { index: number; url: string | null; sameDocument: boolean };
type Navigation = EventTarget & { currentEntry: NavigationEntry; entries(): NavigationEntry[] };
type EntryChange = Event & { from: NavigationEntry };

/** The mark goes onto a plain object or onto no state. A copy of anything else could lose what a router needs. */
const isMarkable = (state: unknown): state is object | null =>
  state === null ||
  (typeof state === 'object' && Object.getPrototypeOf(structuredClone(state)) === Object.prototype);

/**
 * The history of the publisher's page.
 * @param host the publisher's window
 * @param leftOpen whether the page before has left the window open
 */
export const createPageHistory = (host: Window, leftOpen: () => boolean): PageHistory => {
  // The methods of this realm: pages wrap their own, to count views or to forbid them.
  const { pushState, replaceState, go } = History.prototype;
  const { navigation } = host as { navigation?: Navigation };
  /** The address of the window's entry, and of the one before it. */
  let address = '';
  /** The entry that the tab was at before. */
  let from: EntryChange['from'] | undefined;

  const attempt = <T>(run: () => T, otherwise: T): T => {
    try {
      return run();
    } catch {
      return otherwise;
    }
  };
  const isOurs = () => attempt(() => host.history.state?.[MARK] === true, false);

  /**
   * Whether the current entry was the window's before a reload, and the page's script has written its own state over
   * the mark since, as routers do when they start.
   */
  const wasOurs = () => {
    const [{ type }] = host.performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    const before = navigation?.entries()[navigation.currentEntry.index - 1];
    return leftOpen() && type === 'reload' && before?.sameDocument === true && before.url === address;
  };

  return {
    isOurs,
    add: () =>
      attempt(() => {
        address = host.location.href;
        const { state } = host.history;
        // After a reload of the page it is there.
        if (isOurs()) return true;
        if (!isMarkable(state)) return false;
        const write = wasOurs() ? replaceState : pushState;
        write.call(host.history, { ...state, [MARK]: true }, '');
        return isOurs();
      }, false),
    go: (steps) => attempt(() => go.call(host.history, steps), undefined),
    onMove(run) {
      const offs = [
        // Before the page's own listeners.
        listen(
          host,
          'popstate',
          (event) =>
            run({
              hide: () => event.stopImmediatePropagation(),
              same: (from ? from.url : address) === host.location.href,
              ahead: navigation && from && navigation.currentEntry.index > from.index,
            }),
          { capture: true },
        ),
      ];
      if (navigation)
        offs.push(listen(navigation, 'currententrychange', (event) => (from = (event as EntryChange).from)));
      return () => {
        for (const off of offs) off();
      };
    },
  };
};
