import type { Router } from '../../slices/router';
import type { User } from '../../slices/user';
import type { Session } from './session';

/**
 * Resets the widget: closes it, stops realtime and forgets the visitor with their unsent messages. A start or
 * a login under way is cancelled: a page may be left at once, and nothing may stay of who was here. `done` is
 * called once.
 */
export const createResetWidget =
  (deps: {
    user: User;
    router: Router;
    session: Session;
    /** Cancels a login under way and forgets how visitors log in. */
    cancelLogin: () => void;
  }) =>
  (done?: () => void): void => {
    const { user, router, session } = deps;
    user.resetWidgetStatus.value = 'pending';
    router.reset();
    deps.cancelLogin();
    session.end('drop');
    user.resetWidgetStatus.value = 'successful';
    done?.();
  };
