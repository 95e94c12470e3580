import type { Router } from '../slices/router';
import type { User } from '../slices/user';
import type { Session } from './session';

/**
 * Resets the widget: closes it, ends the realtime session, and clears the experience, the user and the stored
 * session. The status is pending meanwhile and successful afterwards. Does nothing while a connection is
 * being made.
 */
export const createResetWidget =
  (deps: {
    user: User;
    router: Router;
    session: Session;
    /** Ends a login under way, and with it the way of logging in. */
    cancelLogin: () => void;
  }) =>
  (done?: () => void): void => {
    const { user, router, session } = deps;
    if (user.initializedStatus.value === 'pending') return;
    user.resetWidgetStatus.value = 'pending';
    router.reset();
    deps.cancelLogin();
    session.end('drop');
    user.resetWidgetStatus.value = 'successful';
    done?.();
  };
