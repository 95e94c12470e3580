import type { CreateCommands } from '../command';

/** The documented subscriptions that are not implemented yet. */
const NAMES = ['messenger:on.articleBrowserClicked', 'messenger:on.articleClicked'];

/** Each reports that it does nothing, so that a page that makes it keeps working. */
export const createCommands: CreateCommands = ({ misuse }) =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      () => {
        misuse(`${name} is not supported yet and does nothing.`);
        return () => {};
      },
    ]),
  );
