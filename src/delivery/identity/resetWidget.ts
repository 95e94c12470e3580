import type { Router } from '../../slices/router';
import type { User } from '../../slices/user';
import type { Session } from './session';

/**
 * Resets the widget: closes it, stops realtime and forgets the visitor with their unsent messages. Refuses to while
 * the messenger is starting. `done` gets whether the widget was reset.
 */
export const createResetWidget =
  (deps: { user: User; router: Router; session: Session; cancelLogin: () => void }) =>
  (done?: (isReset: boolean) => void): void => {
    const { user, router, session } = deps;
    if (user.initializedStatus.value === 'pending') {
      done?.(false);
      return;
    }
    user.resetWidgetStatus.value = 'pending';
    router.reset();
    deps.cancelLogin();
    session.end('drop');
    user.resetWidgetStatus.value = 'successful';
    done?.(true);
  };
