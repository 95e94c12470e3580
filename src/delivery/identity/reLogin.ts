import { LOGINS_AGAIN, LOGINS_AGAIN_WITHIN_MS } from '../../model/retries/visitors';
import type { Clock } from '../../platform/clock';
import type { Connect } from '../../services/createServices';
import type { HttpRules } from '../../services/http';
import { login as postLogin } from '../../services/identityCalls';
import type { RequestError } from '../../services/requestError';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';
import type { UserAnswer } from '../../wire/user';
import type { Anonymous } from './anonymous';

export type ReLogin = ReturnType<typeof createReLogin>;

export type ReLoginDeps = {
  connect: Connect;
  user: User;
  clock: Clock;
  client: () => ClientInfo;
  /** Starts a new anonymous visitor when the service no longer knows this one. */
  startAnew: () => void;
  report: (message: string, cause?: unknown) => void;
};

/** Logs a visitor in again after the service refused a call with 403. */
export const createReLogin = (deps: ReLoginDeps) => {
  const { user, clock } = deps;
  let running: Promise<void> | undefined;
  let since = 0;
  let logins = 0;

  const isTooMany = () => {
    const now = clock.now();
    if (now - since > LOGINS_AGAIN_WITHIN_MS || now < since) [since, logins] = [now, 0];
    return ++logins > LOGINS_AGAIN;
  };

  /**
   * @param former the anonymous visitor's session, if any
   * @param rules how to handle refusals of the login call
   * @param takeAnswer applies the answer
   */
  const logIn = async (
    former: Anonymous | undefined,
    rules: HttpRules,
    takeAnswer: (answer: UserAnswer) => void,
  ) => {
    try {
      const who = former ?? { userId: user.externalId() ?? undefined };
      const http = deps.connect(undefined, { epoch: user.epoch, ...rules });
      takeAnswer(await postLogin(http, { client: deps.client(), ...who }));
    } catch (cause) {
      deps.report('Could not log in again', cause);
      const { status, code, isTransient } = cause as RequestError;
      // The refused call then fails because of the network, too, and is repeated.
      if (isTransient) throw cause;
      if (former && (status === 401 || code === 'user_not_found')) deps.startAnew();
    }
  };

  /** Concurrent refused calls share one login. @returns whether to send the call again */
  return async (
    former: Anonymous | undefined,
    rules: HttpRules,
    takeAnswer: (answer: UserAnswer) => void,
  ): Promise<boolean> => {
    if (!running && isTooMany()) return false;
    running ??= logIn(former, rules, takeAnswer).finally(() => {
      running = undefined;
    });
    await running;
    return true;
  };
};
