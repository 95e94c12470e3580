import type { Clock } from '../platform/clock';
import type { Connect } from '../services/createServices';
import type { HttpRules } from '../services/http';
import { login as postLogin } from '../services/identityCalls';
import type { RequestError } from '../services/requestError';
import type { User } from '../slices/user';
import type { ClientInfo } from '../wire/client';
import type { UserAnswer } from '../wire/user';

/** A service that goes on refusing whom it has just logged in is asked for no more logins than this in so long. */
const MANY = 3;
const WHILE_MS = 300_000;

/** Logs in again whom the service has refused by 403 (SPEC.md section 8). */
export const createLoginAgain = (deps: {
  connect: Connect;
  user: User;
  clock: Clock;
  client: () => ClientInfo;
  takeAnswer: (answer: UserAnswer) => void;
  /** The service does not know the anonymous visitor any more. */
  startAnew: () => void;
  report: (message: string, cause?: unknown) => void;
}) => {
  const { user, clock } = deps;
  let running: Promise<void> | undefined;
  let since = 0;
  let logins = 0;

  const isTooMany = () => {
    const now = clock.now();
    if (now - since > WHILE_MS || now < since) [since, logins] = [now, 0];
    return ++logins > MANY;
  };

  /** @param former the anonymous visitor, where it is one @param rules of the login itself, which asks for no other */
  const logIn = async (former: { appUserId: string; sessionToken: string } | undefined, rules: HttpRules) => {
    try {
      const who = former ?? { userId: user.externalId() ?? undefined };
      const http = deps.connect(undefined, { epoch: user.epoch, ...rules });
      deps.takeAnswer(await postLogin(http, { client: deps.client(), ...who }));
    } catch (cause) {
      deps.report('Could not log in again', cause);
      const { status, code } = cause as RequestError;
      // In the service's own words alone: what stands between may refuse anything, and must not cost a conversation.
      if (former && (status === 401 || code === 'user_not_found')) deps.startAnew();
    }
  };

  /** Calls that are refused meanwhile wait for the same login. @returns whether another try is worth it */
  return async (...args: Parameters<typeof logIn>): Promise<boolean> => {
    if (!running && isTooMany()) return false;
    running ??= logIn(...args).finally(() => {
      running = undefined;
    });
    await running;
    return true;
  };
};
