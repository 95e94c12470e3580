import type { Experience } from '../../slices/experience';
import type { Router } from '../../slices/router';
import type { User } from '../../slices/user';
import type { Identity } from './identity';
import type { Session } from './session';

/**
 * Resets the widget: closes it, stops realtime and forgets the visitor with their unsent messages. Refuses to while
 * the messenger is starting. `done` gets whether the widget was reset.
 */
export const createResetWidget =
  (deps: {
    user: User;
    router: Pick<Router, 'closeWidget'>;
    experience: Pick<Experience, 'mayList' | 'set' | 'setFetched'>;
    session: Session;
    /** The identity chunk, if it was requested: a login under way is canceled. */
    loaded: () => Promise<Pick<Identity, 'cancel'>> | undefined;
  }) =>
  (done?: (isReset: boolean) => void): void => {
    const { user, router, experience, session } = deps;
    if (user.initializedStatus.value === 'pending') {
      done?.(false);
      return;
    }
    user.setReset('pending');
    router.closeWidget(0);
    void deps.loaded()?.then(({ cancel }) => cancel());
    session.end('drop');
    // As after a reload: the integration is fetched again.
    experience.set({ listed: experience.mayList, mayCreate: false, limited: false });
    experience.setFetched('notConnected');
    user.setReset('successful');
    done?.(true);
  };
