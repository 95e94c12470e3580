import type { Storages } from '../platform/storage';
import type { User } from '../slices/user';

/**
 * Follows the visitor across tabs of this browser, which share it if it is stored beyond the tab. If another tab removes the stored user id, this tab logs
 * out; if it stores another id, this tab joins that visitor.
 * @returns the undo
 */
export const watchTabs = (deps: {
  storages: Storages;
  user: User;
  leave: () => void;
  /** Called when another tab has started a conversation with a visitor id that this tab does not have. */
  join: () => void;
}): (() => void) => {
  const { user } = deps;
  return deps.storages.onForeignChange((key, value) => {
    // The visitor of an email's link is this tab's only.
    if (user.linked.value || (key !== null && key !== user.idKey)) return;
    if (value === null) {
      if (user.appUserId.value) deps.leave();
    } else if (user.appUserId.value !== value && user.initializedStatus.value !== 'pending') {
      user.followAnotherTab();
      deps.join();
    }
  });
};
