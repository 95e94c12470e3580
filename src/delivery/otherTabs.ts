import type { Consent } from '../slices/consent';
import type { User } from '../slices/user';
import type { Session } from './identity/session';
import { exchangeExits, type PastDeps } from './pastExits';

export type OtherTabsDeps = {
  user: User;
  consent: Consent;
  identity: { follow(): Promise<void> };
  session: Pick<Session, 'end'>;
  start: () => void;
};

/**
 * A lazy chunk. Takes over what another tab has done.
 * @param key the changed entry of the storage; null where all was cleared, undefined after a sleep
 * @param heard the consent that another tab has set last, unless one was set here since
 */
export const takeChange = (deps: OtherTabsDeps, key?: string | null, heard?: string): void => {
  const { user, consent, identity, session } = deps;
  if (key === 'consent') {
    const isLower = heard === 'none' || (heard === 'functional' && consent.level.value === 'all');
    if (isLower && consent.level.value !== heard) consent.set(heard);
    return;
  }
  // The visitor of an email's link exists only in this tab.
  if (user.linked.value) return;
  if (user.appUserId.value && (key === null || (key === undefined && user.stored.isEmpty()))) {
    user.hearExit(`gone${user.epoch()}`);
    session.end('keep', true);
  }
  const join = () => {
    if (!user.stored.session() || !user.isStale() || user.initializedStatus.value === 'pending') return;
    user.followAnotherTab();
    // The other tab got no answer and started anonymously: the login merges that visitor.
    if (user.auth.value?.type === 'jwt') return void identity.follow();
    if (user.appUserId.value) session.end('pass');
    user.takeStored();
    deps.start();
  };
  // The page's own login may wait for a known person.
  if (user.isAwaited()) void identity.follow().then(join);
  else join();
};

/**
 * Takes over a leaving in another tab that the browser's storage had no room for.
 * @returns whether there was one
 */
export const hearExits = async (deps: OtherTabsDeps & PastDeps): Promise<boolean> => {
  const exit = await exchangeExits(deps);
  if (exit) deps.user.hearExit(exit);
  return !!exit;
};
