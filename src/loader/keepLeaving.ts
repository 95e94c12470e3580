import type { Realm } from '../platform/frames';
import type { LauncherConfig } from '../wire/config';
import type { Handover } from './handover';
import { LEAVING } from './waitingCalls';

/**
 * Stores that the page has logged its visitor out, or has reset the widget, if the page goes before the messenger has
 * come and done so. The messenger of the next page does it first (delivery/identity/finishLeaving.ts), so that a kept page
 * that is shown again must not.
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
        // Storage is blocked, so that nothing of the visitor is stored, or full.
      }
    }
  });
};
