import type { Store } from '../../platform/storage';
import type { Session } from './session';

type Deps = { store: Store; integrationId: string; session: Pick<Session, 'end'> };

/** Carries out the logout or reset of an earlier page that was left before it could (loader/keepLeaving.ts). */
export const finishLeaving = ({ store, integrationId, session }: Deps): void => {
  const key = `${integrationId}.leave`;
  const [, method] = /^messenger\.(logoutUser|resetWidget)$/.exec(store.get(key) ?? '') ?? [];
  if (!method) return;
  store.remove(key);
  session.end(method === 'logoutUser' ? 'out' : 'drop');
};
