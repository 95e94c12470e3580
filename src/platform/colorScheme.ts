import { listen } from './disposer';

/**
 * Reports whether the visitor's system prefers dark, now and on each change. The page is queried, because a
 * frame reports the page's own scheme.
 * @returns a function that undoes this
 */
export const watchDark = (host: Window, run: (dark: boolean) => void): (() => void) => {
  const query = host.matchMedia('(prefers-color-scheme: dark)');
  run(query.matches);
  return listen(query, 'change', () => run(query.matches));
};
