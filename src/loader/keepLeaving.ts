import type { Realm } from '../platform/frames';
import type { LauncherConfig } from '../wire/config';
import type { Handover } from './handover';
import { LEAVING } from './waitingCalls';

/**
 * Stores that the page has logged its visitor out or reset the widget, if the page is left before the messenger has
 * loaded and done so. The next page's messenger does it first (delivery/identity/finishLeaving.ts), so a kept page that
 * is shown again must not.
 * @param realm its storage is used, as the page may have replaced its own
 */
export const keepLeaving = ({ calls, config, launcher }: Handover, realm: Realm): void => {
  realm.addEventListener('pagehide', () => {
    if (/no|fa/.test((launcher?.root.host as HTMLElement | undefined)?.dataset.cookies as string)) return;
    for (const call of calls) {
      if (call.cancelled || !LEAVING.test(call.method)) continue;
      try {
        const { integrationId, conversationHistory } = (config as { messenger: LauncherConfig }).messenger;
        const storage = realm[conversationHistory === 'remember' ? 'localStorage' : 'sessionStorage'];
        storage[`ZD-${integrationId}.leave`] = call.method;
        call.cancelled = true;
      } catch {
        // Storage is full, or blocked, so that nothing about the visitor is stored.
      }
    }
  });
};
