import { effect } from '@preact/signals-react';
import { TABS_FILE_AGAIN_MS } from '../model/retries/core';
import type { Clock } from '../platform/clock';
import { onWake, type Waking } from '../platform/page';
import type { Storages } from '../platform/storage';
import { createTimer } from '../platform/timer';
import type { User } from '../slices/user';
import type { Chunks } from './chunks';
import type { IdentityLoader } from './identity/loadIdentity';
import type { Session } from './identity/session';
import type { OtherTabsDeps } from './otherTabs';

/** What is done with the file. */
type Work = (file: Awaited<ReturnType<Chunks['otherTabs']>>) => unknown;

export type WatchDeps = OtherTabsDeps & {
  /** Whether the visitor is stored beyond the tab. */
  remembers: boolean;
  storages: Storages;
  user: User;
  page: Waking;
  clock: Clock;
  integrationId: string;
  identity: Pick<IdentityLoader, 'loaded'>;
  session: Pick<Session, 'end'>;
  chunks: Pick<Chunks, 'otherTabs'>;
  onDispose: (undo: () => void) => void;
};

/** How long the start waits for the browser's database, ms. */
const LOOKING_MS = 1000;

/**
 * Means the same visitor as the other tabs of this browser, if it is stored beyond the tab, and as the tab's other pages,
 * one of which may have been left for Back. One who leaves there leaves at once here; what else may have happened is a
 * file of its own.
 * @returns resolves once it is known whether somebody left while this tab was elsewhere
 */
export const watchTabs = (deps: WatchDeps): Promise<void> => {
  const { user, chunks, onDispose } = deps;
  const again = createTimer(deps.clock, onDispose);
  /** What waits for the file, in its order. Where the file is lost, it is not forgotten. */
  const waiting: Work[] = [];
  const take = async (): Promise<void> => {
    const file = await chunks.otherTabs().catch(() => undefined);
    if (!file) return again.set(TABS_FILE_AGAIN_MS, take);
    for (const work of waiting.splice(0)) work(file);
  };
  const withFile = (work: Work): void => {
    waiting.push(work);
    void take();
  };
  const look = (key?: string | null, value?: string | null) => {
    if (user.isOver()) {
      void deps.identity.loaded()?.then(({ cancel }) => cancel());
      deps.session.end('keep', true);
    }
    if (key !== undefined || user.isStale()) withFile(({ takeChange }) => takeChange(deps, key, value));
  };
  if (deps.remembers)
    onDispose(
      deps.storages.onForeignChange((key, value) => {
        if (value && key === user.exitKey) user.hearExit(value);
        if (key === null || (value && [user.exitKey, user.idKey, 'consent'].includes(key))) look(key, value);
      }),
    );
  onDispose(onWake(deps.page, () => look()));
  /** Asks the browser's database, as its storage has no room. */
  const exchange = () =>
    new Promise<void>((known) =>
      withFile(({ exchangeExits }) =>
        exchangeExits(deps)
          .then((left) => {
            if (!left) return;
            user.hearExit(left);
            look();
          })
          .catch(() => {})
          .then(known),
      ),
    );
  let known: Promise<void> | undefined;
  onDispose(
    effect(() => {
      user.exits();
      if (user.hasOwn() && deps.consent.level.peek() !== 'none') known = exchange();
    }),
  );
  const late = () => new Promise<void>((resolve) => void deps.clock.after(LOOKING_MS, resolve));
  return known ? Promise.race([known, late()]) : Promise.resolve();
};
