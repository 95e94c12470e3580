import { effect } from '@preact/signals-react';
import { TABS_FILE_AGAIN_MS } from '../model/retries/core';
import type { Clock } from '../platform/clock';
import { onWake, type Waking } from '../platform/page';
import type { Storages } from '../platform/storage';
import type { User } from '../slices/user';
import type { Chunks } from './chunks';
import type { IdentityLoader } from './identity/loadIdentity';
import type { Session } from './identity/session';
import type { OtherTabsDeps } from './otherTabs';

type WatchDeps = OtherTabsDeps & {
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
 * Keeps the same visitor as the browser's other tabs, if the visitor is stored beyond the tab, and as the tab's other
 * pages, which Back may show. A visitor who leaves there leaves here at once; a lazy file handles all other changes.
 * @returns resolves once it is known whether somebody left while this tab was elsewhere
 */
export const watchTabs = (deps: WatchDeps): Promise<void> => {
  const { user, chunks, consent, onDispose } = deps;
  /** The consent that another tab has set, until one is set here. */
  let heard: string | undefined;
  onDispose(
    consent.level.subscribe(() => {
      heard = undefined;
    }),
  );
  const look = (key?: string | null) => {
    if (user.isOver()) {
      void deps.identity.loaded()?.then(({ cancel }) => cancel());
      deps.session.end('keep', true);
    }
    if (key === undefined && !user.isStale()) return;
    void chunks.otherTabs().then(
      ({ takeChange }) => takeChange(deps, key, heard),
      // The visitor is read from the storage again.
      () => deps.clock.after(TABS_FILE_AGAIN_MS, () => look(key === 'consent' ? key : undefined)),
    );
  };
  if (deps.remembers)
    onDispose(
      deps.storages.onForeignChange((key, value) => {
        if (value && key === user.exitKey) user.hearExit(value);
        if (value && key === 'consent') heard = value;
        if (key === null || (value && [user.exitKey, user.idKey, 'consent'].includes(key))) look(key);
      }),
    );
  onDispose(onWake(deps.page, () => look()));
  /** Asks the browser's database, as its storage has no room. */
  const exchange = async () => {
    const { hearExits } = await chunks.otherTabs();
    if (await hearExits(deps)) look();
  };
  let known: Promise<void> | undefined;
  onDispose(
    effect(() => {
      user.exits();
      if (user.hasOwn() && consent.level.peek() !== 'none') known = exchange().catch(() => {});
    }),
  );
  const late = () => new Promise<void>((resolve) => void deps.clock.after(LOOKING_MS, resolve));
  return known ? Promise.race([known, late()]) : Promise.resolve();
};
