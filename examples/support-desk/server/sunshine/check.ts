import type { MiddlewareHandler } from 'hono';
import { type AccountDeps, callerOfKey } from '../domain/accounts/access';
import { mayDo } from '../domain/caller';
import { DeskError } from '../domain/deskError';
import { setCaller } from '../routes/callerOf';
import type { Rates } from '../routes/rates';

/** Agents never call this API; of keys, those with the scope do. */
const RULE = { role: 'admin', scope: 'integrations' } as const;

const basicOf = (header: string | undefined): { id: string; secret: string } | undefined => {
  const [, coded] = /^Basic ([\w+/=-]{1,2000})$/i.exec(header ?? '') ?? [];
  const text = coded === undefined ? '' : Buffer.from(coded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at > 0 && at < text.length - 1 ? { id: text.slice(0, at), secret: text.slice(at + 1) } : undefined;
};

/** Finds out which API key makes a call, by Basic authentication with its id and its secret. */
export const createSunshineCheck = (
  deps: AccountDeps,
  rates: Pick<Rates, 'checkFailures' | 'failed'>,
): MiddlewareHandler => {
  return async (c, next) => {
    const given = basicOf(c.req.header('authorization'));
    await rates.checkFailures(c);
    const caller = given && (await callerOfKey(deps, given.secret));
    if (caller?.kind !== 'key' || caller.key.id !== given?.id) {
      if (given) await rates.failed(c);
      throw new DeskError(
        'invalid_auth',
        'Send the id and the secret of an API key by Basic authentication',
        {
          isLate: given !== undefined,
        },
      );
    }
    if (!mayDo(caller, RULE)) throw new DeskError('forbidden', 'This API key needs the scope integrations');
    setCaller(c, caller);
    return next();
  };
};
