import { onWake, type Waking } from '../platform/page';
import type { Storages } from '../platform/storage';
import type { User } from '../slices/user';
import type { Chunks } from './chunks';
import type { IdentityLoader } from './identity/loadIdentity';
import type { Session } from './identity/session';
import type { OtherTabsDeps } from './otherTabs';

export type WatchDeps = OtherTabsDeps & {
  /** Whether the visitor is stored beyond the tab. */
  remembers: boolean;
  storages: Storages;
  user: User;
  page: Waking;
  identity: Pick<IdentityLoader, 'loaded'>;
  session: Pick<Session, 'end'>;
  chunks: Pick<Chunks, 'otherTabs'>;
  onDispose: (undo: () => void) => void;
};

/**
 * Means the same visitor as the other tabs of this browser, if it is stored beyond the tab, and as the tab's other pages,
 * one of which may have been left for Back. One who leaves there leaves at once here; what else may have happened is a
 * file of its own.
 */
export const watchTabs = (deps: WatchDeps): void => {
  const { user, chunks, onDispose } = deps;
  const look = (key?: string | null, value?: string | null) => {
    if (user.isOver()) {
      void deps.identity.loaded()?.then(({ cancel }) => cancel());
      deps.session.end('keep', true);
    }
    if (key !== undefined || user.isStale())
      void chunks.otherTabs().then(
        ({ takeChange }) => takeChange(deps, key, value),
        // The next change loads it again.
        () => {},
      );
  };
  if (deps.remembers)
    onDispose(
      deps.storages.onForeignChange((key, value) => {
        if (value && key === user.exitKey) user.hearExit(value);
        if (key === null || (value && [user.exitKey, user.idKey, 'consent'].includes(key))) look(key, value);
      }),
    );
  onDispose(onWake(deps.page, look.bind(undefined, undefined, undefined)));
};
