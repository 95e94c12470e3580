import type { AddressBar } from '../../../../examples/support-desk/inbox/platform/addressBar';

/** A browser's address bar and history. Like a browser, it moves a moment after it was asked to. */
export const createFakeBar = (hash = '') => {
  const entries = [{ hash, above: false }];
  let at = 0;
  const listeners = new Set<() => void>();
  const move = (by: number): void => {
    queueMicrotask(() => {
      at = Math.min(entries.length - 1, Math.max(0, at + by));
      for (const listener of listeners) listener();
    });
  };
  const now = () => entries[at] as (typeof entries)[number];
  const bar: AddressBar = {
    read: () => now().hash,
    isAbove: () => now().above,
    push: (next, above) => {
      entries.splice(at + 1, entries.length, { hash: next, above });
      at += 1;
    },
    replace: (next, above) => {
      entries[at] = { hash: next, above };
    },
    back: () => move(-1),
    onMove: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    bar,
    /** The addresses of the history, up to the shown one. */
    history: () => entries.slice(0, at + 1).map((entry) => entry.hash),
    move,
    listeners: () => listeners.size,
  };
};
