import type { RequestError } from '../../services/requestError';
import type { User } from '../../slices/user';

/** What to do after the service has refused a subscription; 'end' means that no attempt can succeed. */
export type RefusalAnswer = 'renew' | 'later' | 'end';

/**
 * Handles a refused subscription. An error that begins with 401 asks for a new credential.
 * @param deps.refresh replaces the credential. Resolves to whether there is a new one; rejects if that call failed
 */
export const createSubscriptionRefusal =
  (deps: { user: Pick<User, 'auth'>; refresh: () => Promise<boolean>; report: (message: string) => void }) =>
  /** @param mayRefresh counts the requested credentials, and returns whether to request another */
  async (error: string, mayRefresh: () => boolean): Promise<RefusalAnswer> => {
    const invalid = error.includes('invalid_auth');
    // A plain session cannot be refreshed, so 'invalid_auth' disconnects it.
    const refreshable = (deps.user.auth.value?.type ?? 'sessionToken') !== 'sessionToken';
    const expired = error.startsWith('401') || (invalid && refreshable);
    // False if the service itself refused to refresh it; undefined if that failed otherwise: try again later.
    const failed = ({ status, isTransient }: RequestError) => (status && !isTransient ? false : undefined);
    const renewed = expired && mayRefresh() && (await deps.refresh().catch(failed));
    if (renewed) return 'renew';
    // The error descriptions are for developers, so they load only when an error occurs.
    void import('../../services/realtimeCodes')
      .then(({ describeRealtimeError }) => describeRealtimeError(error))
      .catch(() => error)
      .then((reason) => deps.report(`Realtime subscription refused: ${reason}`));
    return renewed === false && (expired || invalid) ? 'end' : 'later';
  };
