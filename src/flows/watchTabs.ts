import type { Storages } from '../platform/storage';
import type { User } from '../slices/user';

/**
 * Follows changes of the visitor in other tabs. If another tab removes the stored user id and history is
 * remembered, the visitor is logged out here too.
 * @returns stops it
 */
export const watchTabs = (deps: {
  storages: Storages;
  user: User;
  /** Whether identity outlives the tab, so that tabs share it at all. */
  remember: boolean;
  leave: () => void;
  /** Another tab started a conversation that this one has not, or as somebody whom this one is not. */
  join: () => void;
}): (() => void) => {
  if (!deps.remember) return () => {};
  const { user } = deps;
  return deps.storages.onForeignChange((key, value) => {
    if (key !== null && key !== user.idKey) return;
    if (value === null) {
      if (user.appUserId.value) deps.leave();
    } else if (user.appUserId.value !== value && user.initializedStatus.value !== 'pending') {
      user.conversationStartedFromAnotherTab.value = true;
      deps.join();
    }
  });
};
