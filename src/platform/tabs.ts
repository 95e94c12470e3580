import type { Page } from './page';

/** The part of the browser's lock manager that is used here. */
export type Locks = Pick<LockManager, 'request'>;

/** The browser's lock manager; undefined where it is missing or access throws. */
export const locksOf = (host: Window): Locks | undefined => {
  try {
    return host.navigator.locks;
  } catch {
    return undefined;
  }
};

/** Whether this tab acts for all tabs of the same origin. */
export type Election = {
  isElected(): boolean;
  /**
   * Reports each later change.
   * @returns a function that removes the listener
   */
  onElected(run: (elected: boolean) => void): () => void;
  /** Withdraws from the election; another tab is elected at once. */
  dispose(): void;
};

/**
 * Elects one tab to do what only one may do. The elected tab holds a lock, and the browser gives it to the
 * next tab when this one closes, crashes or disposes of its election. A page that is left releases the lock
 * and requests it again when it returns, because a lock would keep it out of the back/forward cache or stay
 * held by a frozen page.
 *
 * Without locks (an insecure page or an opaque origin) tabs cannot coordinate and each is elected, so that
 * the work is repeated rather than never done.
 * @param deps.name shared by the tabs that elect one of themselves
 */
export const createElection = (deps: {
  locks: Locks | undefined;
  name: string;
  page: Pick<Page, 'onHide' | 'onShow'>;
}): Election => {
  const { locks, name, page } = deps;
  const listeners = new Set<(elected: boolean) => void>();
  let elected = false;
  let releaseLock = () => {};

  const setElected = (now: boolean) => {
    if (elected === now) return;
    elected = now;
    for (const run of [...listeners]) run(now);
  };

  const stand = () => {
    releaseLock();
    const abort = new AbortController();
    let stopped = false;
    let release = () => {};
    releaseLock = () => {
      stopped = true;
      abort.abort();
      release();
      setElected(false);
    };
    const hold = (): Promise<void> | undefined => {
      if (stopped) return undefined;
      setElected(true);
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    // The browser may refuse the request itself, for example where the page's storage is blocked.
    const asked = locks && (async () => locks.request(name, { signal: abort.signal }, hold))();
    const refused = () => {
      if (stopped) return;
      // The lock was stolen; request it again.
      if (elected) stand();
      else setElected(true);
    };
    if (asked) asked.catch(refused);
    else setElected(true);
  };

  let away = false;
  const offs = [
    page.onHide(() => {
      away = true;
      releaseLock();
    }),
    page.onShow(() => {
      if (away) stand();
      away = false;
    }),
  ];
  stand();

  return {
    isElected: () => elected,
    onElected(run) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    dispose() {
      for (const off of offs) off();
      releaseLock();
      listeners.clear();
    },
  };
};
