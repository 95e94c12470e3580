import type { ApiCommands } from './actions';
import { callError, Refusal } from './callError';
import { loginUser } from './loginUser';
import { setCookies, setLocale, setZIndex } from './settings';
import { subscribe } from './subscribe';

/**
 * The registry behind `zE(namespace, method, …)`: one row for each command. Other features declare theirs in
 * their own row of the registry of features. Wrong arguments are reported and change nothing.
 */
export const COMMANDS: ApiCommands = {
  'messenger.open': ({ actions }) => actions.open(),
  'messenger.close': ({ actions }) => actions.close(),
  'messenger.show': ({ actions }) => actions.show(),
  'messenger.hide': ({ actions }) => actions.hide(),
  'messenger.loginUser': loginUser,
  'messenger.logoutUser': ({ actions }) => actions.logoutUser(),
  'messenger.useSessionAuth': ({ actions }) => actions.useSessionAuth(),
  'messenger.resetWidget': ({ actions, callback }, done) => {
    const tell = callback('resetWidget', done);
    actions.resetWidget((isReset) =>
      isReset
        ? tell?.()
        : tell?.(callError('resetWidget', new Refusal('refused', 'The messenger is starting.'))),
    );
  },
  'messenger:on.open': subscribe('open'),
  'messenger:on.close': subscribe('close'),
  'messenger:on.unreadMessages': subscribe('unreadMessages'),
  'messenger:set.locale': setLocale,
  'messenger:set.zIndex': setZIndex,
  'messenger:set.cookies': setCookies,
  'messenger:set.customization': ({ actions, misuse }, value) => actions.customize(value, misuse),
};
