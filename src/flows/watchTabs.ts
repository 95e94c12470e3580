import type { Storages } from '../platform/storage';
import type { User } from '../slices/user';

/**
 * What other tabs of this browser do to the visitor. "A change of the user-id entry in browser storage with no new value
 * logs the user out when history is remembered." (SPEC.md section 4)
 * @returns the undo
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
