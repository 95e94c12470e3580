import type { MiddlewareHandler } from 'hono';
import { type AccountDeps, callerOfKey } from '../domain/accounts/access';
import { setCaller } from '../http/callerOf';
import { basicOf } from '../http/credentials';
import type { Rates } from '../http/rates';
import { mayDo } from '../model/caller';
import { DeskError } from '../model/deskError';

/** Agents never call this API; keys with the scope do. */
const RULE = { role: 'admin', scope: 'integrations' } as const;

/** Finds the API key of a call, by Basic authentication with its id and its secret. */
export const createSunshineCheck = (deps: AccountDeps, rates: Pick<Rates, 'failed'>): MiddlewareHandler => {
  return async (c, next) => {
    const given = basicOf(c.req.header('authorization'));
    const caller = given && (await callerOfKey(deps, given.secret));
    if (caller?.kind !== 'key' || caller.key.id !== given?.id) {
      if (given?.secret) await rates.failed(c);
      throw new DeskError(
        'invalid_auth',
        'Send the id and the secret of an API key by Basic authentication',
        {
          isLate: Boolean(given?.secret),
        },
      );
    }
    if (!mayDo(caller, RULE)) throw new DeskError('forbidden', 'This API key needs the scope integrations');
    setCaller(c, caller);
    return next();
  };
};
