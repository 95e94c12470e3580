import { listen } from './disposer';

/**
 * Whether the visitor's system wants dark, now and whenever that changes. The page is asked: a frame is told what the page's
 * own scheme is.
 * @returns the undo
 */
export const watchDark = (host: Window, run: (dark: boolean) => void): (() => void) => {
  const query = host.matchMedia('(prefers-color-scheme: dark)');
  run(query.matches);
  return listen(query, 'change', () => run(query.matches));
};
