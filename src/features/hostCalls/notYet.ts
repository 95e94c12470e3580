import { Refusal } from './callError';
import type { LazyCommand } from './lazyCommand';

/**
 * The command of a documented call that Porch does not implement yet: it is reported, told to its callback, and
 * does nothing, so that a page that makes it keeps working. A subscription can be given up like any.
 */
const sayNotYet =
  (name: string): LazyCommand =>
  ({ misuse }) => {
    const message = `${name} is not supported yet and does nothing.`;
    if (!name.startsWith('messenger:on.')) throw new Refusal('notSupported', message);
    misuse(message);
    return () => {};
  };

const NAMES = ['messenger:on.articleBrowserClicked', 'messenger:on.articleClicked'];

/** The documented calls that are not implemented yet. */
export const NOT_YET: Record<string, LazyCommand> = Object.fromEntries(
  NAMES.map((name) => [name, sayNotYet(name)]),
);
