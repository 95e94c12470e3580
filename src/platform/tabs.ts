import type { Page } from './page';

/** A browser's locks, as far as they are used here. */
export type Locks = Pick<LockManager, 'request'>;

/** The browser's locks, where it has them and lets this page see them. */
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
   * Tells of each change from here on.
   * @returns the undo
   */
  onElected(run: (elected: boolean) => void): () => void;
  /** Stands no more: another tab has the office at once. */
  dispose(): void;
};

/**
 * Elects one tab to act where only one may: whoever holds a lock, which the browser gives to the next tab as soon as this
 * one is closed, crashes or disposes of its election. A page that is left gives it up and stands again when it comes back:
 * in the back/forward cache it would hold the office without acting, or not be kept at all (DESIGN.md 3.4).
 *
 * Without locks (an insecure page, an opaque origin) no tab knows of another, and each is elected: what only one should
 * do is then done by each, rather than by none.
 * @param deps.name shared by the tabs of which one is elected
 */
export const createElection = (deps: {
  locks: Locks | undefined;
  name: string;
  page: Pick<Page, 'onHide' | 'onShow'>;
}): Election => {
  const { locks, name, page } = deps;
  const listeners = new Set<(elected: boolean) => void>();
  let elected = false;
  let leave = () => {};

  const become = (now: boolean) => {
    if (elected === now) return;
    elected = now;
    for (const run of [...listeners]) run(now);
  };

  const stand = () => {
    leave();
    const abort = new AbortController();
    let over = false;
    let release = () => {};
    leave = () => {
      over = true;
      abort.abort();
      release();
      become(false);
    };
    const hold = (): Promise<void> | undefined => {
      if (over) return undefined;
      become(true);
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    // The request itself may be refused, as where the page's storage is blocked.
    const asked = locks && (async () => locks.request(name, { signal: abort.signal }, hold))();
    const refused = () => {
      if (over) return;
      // One that held the lock was robbed of it, and stands in line again.
      if (elected) stand();
      else become(true);
    };
    if (asked) asked.catch(refused);
    else become(true);
  };

  let away = false;
  const offs = [
    page.onHide(() => {
      away = true;
      leave();
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
      leave();
      listeners.clear();
    },
  };
};
