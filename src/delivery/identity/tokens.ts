import type { Clock } from '../../platform/clock';
import { RequestError } from '../../services/requestError';
import type { User } from '../../slices/user';
import { readExternalId } from './externalId';

/** The page's function that gives a JWT to the callback it is handed. */
export type JwtSupplier = (give: (jwt: unknown) => void) => void;

/** How long the page's supplier may take to give a JWT. */
const JWT_TIMEOUT_MS = 4000;

/** Reasons given to the page's callback. Pages may compare them, so do not reword them. */
const TIMED_OUT = 'JWT request did not resolve within an acceptable time';
const NOT_A_STRING = 'JWT is required and must be a string';

/** The code of the error where the page itself gave no token: perhaps nobody is signed in there. */
export const NONE = 'none';

export type Tokens = {
  /** Keeps the supplier of the last login, for renewals. @param supplier undefined forgets it */
  supply(supplier?: JwtSupplier): void;
  /** Whether there is a supplier, so that a JWT can be renewed. */
  canRenew(): boolean;
  /**
   * Rejects with a `RequestError` of the network if no JWT comes: the page's server may be down, which proves nothing
   * about the user. A JWT that comes too late answers the next call.
   */
  ask(supply: JwtSupplier): Promise<string>;
  /**
   * Asks for a new JWT; concurrent callers share one request. Rejects as `ask` does.
   * @returns whether it is in use now
   */
  renew(): Promise<boolean>;
};

export type TokensDeps = {
  user: Pick<User, 'auth' | 'useJwt'>;
  clock: Clock;
  report: (message: string, cause?: unknown) => void;
};

/**
 * Asks the page for JWTs: at a login, and again when one was refused.
 * @param onLate called when a JWT has arrived too late
 */
export const createTokens = (
  { user: { auth, useJwt }, clock, report }: TokensDeps,
  onLate: () => void,
): Tokens => {
  let supplier: JwtSupplier | undefined;
  let renewing: Promise<boolean> | undefined;
  let late: { supply: JwtSupplier; jwt: string } | undefined;

  const ask = (supply: JwtSupplier): Promise<string> =>
    new Promise((resolve, reject) => {
      const before = late;
      late = undefined;
      if (before?.supply === supply) return resolve(before.jwt);
      let isLate = false;
      const cancel = clock.after(JWT_TIMEOUT_MS, () => {
        isLate = true;
        reject(new RequestError('network', TIMED_OUT));
      });
      try {
        supply((jwt) => {
          cancel();
          if (typeof jwt !== 'string' || !jwt)
            // An empty value may also mean that the page's server did not answer.
            return reject(new RequestError('network', NOT_A_STRING, 0, jwt === '' ? undefined : NONE));
          resolve(jwt);
          if (!isLate) return;
          late = { supply, jwt };
          onLate();
        });
      } catch (cause) {
        cancel();
        report('The function that supplies the JWT failed', cause);
        reject(new RequestError('network', NOT_A_STRING));
      }
    });

  const askAgain = async (supply: JwtSupplier): Promise<boolean> => {
    try {
      const jwt = await ask(supply);
      const externalId = readExternalId(jwt);
      // Ignore a token for another user, and a token that arrives after the logout.
      if (auth.value?.type !== 'jwt' || auth.value.externalId !== externalId) return false;
      useJwt(jwt, externalId);
      return true;
    } catch (cause) {
      report('The JWT could not be renewed', cause);
      throw cause;
    }
  };

  return {
    ask,
    supply(next) {
      supplier = next;
    },
    canRenew: () => !!supplier,
    async renew() {
      if (!supplier) return false;
      renewing ??= askAgain(supplier).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
};
