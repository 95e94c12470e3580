import { callError, Refusal } from './callError';
import type { CreateCommands } from './command';
import { published, subscriptions } from './events/subscribe';
import { setCookies, setZIndex } from './look/settings';
import { loginUser } from './visitor/loginUser';

/** The commands that most pages with calls make. Every other command loads with its first call. */
export const createCommands: CreateCommands = (context) => {
  const { actions, misuse, callback } = context;
  return {
    'messenger.open': () => actions.open(),
    'messenger.close': () => actions.close(),
    'messenger.show': () => actions.show(),
    'messenger.hide': () => actions.hide(),
    'messenger.loginUser': loginUser(context),
    'messenger.logoutUser': () => actions.logoutUser(),
    'messenger.useSessionAuth': () => actions.useSessionAuth(),
    'messenger.resetWidget': (done) => {
      const answer = callback('resetWidget', done);
      actions.resetWidget((isReset) =>
        isReset
          ? answer?.()
          : answer?.(callError('resetWidget', new Refusal('refused', 'The messenger is starting.'))),
      );
    },
    ...subscriptions(context, {
      open: published('open'),
      close: published('close'),
      unreadMessages: published('unreadMessages'),
    }),
    'messenger:set.zIndex': setZIndex(context),
    'messenger:set.cookies': setCookies(context),
    'messenger:set.customization': (value) => actions.customize(value, misuse),
  };
};
