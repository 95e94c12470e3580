import type { LazyCommand } from './lazyCommand';

/**
 * A documented subscription that Porch does not implement yet: it is reported and does nothing, so that a page
 * that makes it keeps working. It can be given up like any.
 */
const sayNotYet =
  (name: string): LazyCommand =>
  ({ misuse }) => {
    misuse(`${name} is not supported yet and does nothing.`);
    return () => {};
  };

const NAMES = ['messenger:on.articleBrowserClicked', 'messenger:on.articleClicked'];

/** The documented calls that are not implemented yet. */
export const NOT_YET: Record<string, LazyCommand> = Object.fromEntries(
  NAMES.map((name) => [name, sayNotYet(name)]),
);
