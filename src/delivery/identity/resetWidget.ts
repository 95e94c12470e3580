import type { Experience } from '../../slices/experience';
import type { Router } from '../../slices/router';
import type { User } from '../../slices/user';
import type { Session } from './session';

/**
 * Resets the widget: closes it, stops realtime and forgets the visitor with their unsent messages. Refuses to while
 * the messenger is starting. `done` gets whether the widget was reset.
 */
export const createResetWidget =
  (deps: {
    user: User;
    router: Router;
    experience: Pick<Experience, 'mayList' | 'set' | 'integrationsFetchStatus'>;
    session: Session;
    cancelLogin: () => void;
  }) =>
  (done?: (isReset: boolean) => void): void => {
    const { user, router, experience, session } = deps;
    if (user.initializedStatus.value === 'pending') {
      done?.(false);
      return;
    }
    user.resetWidgetStatus.value = 'pending';
    router.reset();
    deps.cancelLogin();
    session.end('drop');
    // As after a reload: the integration is asked anew.
    experience.set({ listed: experience.mayList, mayCreate: false, limited: false });
    experience.integrationsFetchStatus.value = 'notConnected';
    user.resetWidgetStatus.value = 'successful';
    done?.(true);
  };
