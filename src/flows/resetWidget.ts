import type { Router } from '../slices/router';
import type { User } from '../slices/user';
import type { Session } from './session';

/**
 * SPEC.md section 4 'Reset widget': "set pending, close, unsubscribe from realtime, set experience to unset, clear user,
 * clear session, set successful. It is ignored while a connection is pending."
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
