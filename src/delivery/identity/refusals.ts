import type { ReadonlySignal } from '@preact/signals-react';
import type { Messaging } from '../../services/messaging';
import { given } from '../../services/requestError';
import type { User } from '../../slices/user';
import type { Outbox } from '../sending/outbox';
import type { Identity } from './identity';
import { createSubscriptionRefusal, type RefusalAnswer } from './refusedSubscription';
import { createReLogin, type ReLoginDeps } from './reLogin';
import type { Session } from './session';
import { createVisitorBackoff } from './visitorBackoff';

/** What refused calls need of the engine. */
export type RefusalDeps = Omit<ReLoginDeps, 'startAnew'> & {
  user: User;
  messaging: Pick<Messaging, 'getUser'>;
  outbox: Pick<Outbox, 'reassign'>;
  session: Pick<Session, 'end'>;
  authentication: { isUserLoggingIn: ReadonlySignal<boolean> };
  /** The identity chunk, if it was requested; never starts the load. */
  loaded: () => Promise<Identity> | undefined;
  load: () => Promise<Identity>;
  /** When a visitor was last created, in ms. */
  createdAt: () => number;
  start: () => void;
};

export type Refusals = {
  /** Throws a `RequestError` if it is too soon for another visitor. */
  mayCreate(): void;
  /**
   * Gets a new credential.
   * @param renewed whether another call has renewed it since this one was sent
   * @returns whether to send the call again
   */
  recover(status: 401 | 403, renewed: () => boolean): Promise<boolean>;
  /** The last retry was refused. */
  onRefused(status: 401 | 403): void;
  onSubscriptionRefused(error: string, mayRefresh: () => boolean): Promise<RefusalAnswer>;
};

/** A lazy chunk. Handles calls that the service refused because it does not know the visitor. */
export const createRefusals = (deps: RefusalDeps): Refusals => {
  const { user, loaded, load } = deps;
  const { refused, mayCreate } = createVisitorBackoff(deps);
  /** Replaces an ended anonymous session by a new one, with the unsent messages. */
  const startAnew = () => {
    refused();
    deps.session.end('pass', true);
    deps.start();
  };
  const reLogin = createReLogin({
    ...deps,
    startAnew() {
      deps.report('403: App user not found');
      startAnew();
    },
  });
  /**
   * Replaces the credential of a refused subscription. An anonymous session is only checked: if it has
   * ended, this call is refused too and `onRefused` starts a new one.
   */
  const refresh = async (): Promise<boolean> => {
    const renewed = await (await loaded())?.refresh();
    const id = user.appUserId.value;
    if (renewed !== undefined || id === undefined) return renewed ?? false;
    await deps.messaging.getUser(id);
    return true;
  };
  return {
    mayCreate,
    async recover(status, renewed) {
      // An anonymous visitor needs the identity chunk only after a 403: the service no longer knows them.
      const file = status === 403 ? load() : loaded();
      const known = file && given(await file.catch(() => undefined), 'No file');
      return renewed() || (known?.recover(status, reLogin) ?? false);
    },
    onRefused(status) {
      void loaded()?.then((i) => i.giveUp(status));
      const anonymous = user.auth.value && user.auth.value.type !== 'jwt';
      if (status !== 401 || !anonymous) return;
      // Follows what another tab or a login has done, and creates no other visitor.
      if (user.isOver()) return;
      const follows = user.isElsewhere() || deps.authentication.isUserLoggingIn.peek();
      if (user.initializedStatus.value === 'successful') return follows ? undefined : startAnew();
      if (!follows) refused();
      if (user.appUserId.value) deps.outbox.reassign(user.appUserId.value);
    },
    onSubscriptionRefused: createSubscriptionRefusal({ ...deps, refresh }),
  };
};
