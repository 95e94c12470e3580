import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('popstate', changed);
  return () => window.removeEventListener('popstate', changed);
};

/** The path of the page, which changes with Back, Forward and `goTo`. */
export const useRoute = (): string => useSyncExternalStore(subscribe, () => window.location.pathname);

export const goTo = (path: string): void => {
  window.history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
  window.scrollTo(0, 0);
};
