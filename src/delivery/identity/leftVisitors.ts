import type { Store } from '../../platform/storage';
import type { RequestError } from '../../services/requestError';
import { ident, obj } from '../../wire/decode';
import type { Anonymous } from './anonymous';

type Deps = { store: Store; integrationId: string };

/**
 * Anonymous visitors who wrote in place of a known person whose login had failed. If somebody else logs in next, they
 * are kept for the known person's next login.
 */
export const createLeftVisitors = ({ store, integrationId }: Deps) => {
  const prefix = `${integrationId}.nameless.`;
  const read = (key: string) => {
    try {
      const { login, token } = obj(JSON.parse(store.get(key) ?? ''));
      const [appUserId, sessionToken] = [ident(key.slice(prefix.length)), ident(token)];
      return appUserId && sessionToken ? [{ key, login, appUserId, sessionToken }] : [];
    } catch {
      return [];
    }
  };
  return {
    /** @param login the external id of the person whom they wait for */
    keep(login: string, { appUserId, sessionToken }: Anonymous) {
      store.set(prefix + appUserId, JSON.stringify({ login, token: sessionToken }));
    },
    /**
     * Merges each of a person's anonymous visitors. One that the service refuses is dropped; one that fails otherwise
     * waits for the next login.
     * @param take rejects with a `RequestError`
     */
    async each(login: string, take: (visitor: Anonymous) => Promise<void>) {
      for (const { key, appUserId, sessionToken, ...left } of store.keys(prefix).flatMap(read)) {
        if (left.login !== login) continue;
        try {
          await take({ appUserId, sessionToken });
        } catch (error) {
          if (!(error as RequestError).isRefused) return;
        }
        store.remove(key);
      }
    },
  };
};
