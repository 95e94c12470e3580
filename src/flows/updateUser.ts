import { effect } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import type { Http } from '../services/http';
import { updateUser } from '../services/identityCalls';
import type { RequestError } from '../services/requestError';
import type { Locale } from '../slices/locale';
import type { User } from '../slices/user';

/** SPEC.md section 7: "Update-user calls are debounced 500 ms." */
const DEBOUNCE_MS = 500;

/**
 * Tells the service of the language the visitor now reads in. The one they started with went with their creation.
 * @returns the undo
 */
export const keepUserUpdated = (deps: {
  http: Http;
  user: User;
  locale: Locale;
  clock: Clock;
  report: (cause: unknown) => void;
}): (() => void) => {
  let told: string | undefined;
  let cancel = () => {};
  const stop = effect(() => {
    const locale = deps.locale.locale.value;
    const appUserId = deps.user.appUserId.value;
    cancel();
    if (!locale || locale === told) return;
    if (!appUserId || told === undefined) {
      told = locale;
      return;
    }
    cancel = deps.clock.after(DEBOUNCE_MS, () => {
      told = locale;
      updateUser(deps.http, appUserId, { locale }).catch((cause: RequestError) => {
        if (!cause.isActionCancelled) deps.report(cause);
      });
    });
  });
  return () => {
    cancel();
    stop();
  };
};
