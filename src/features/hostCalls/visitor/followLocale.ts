import { effect } from '@preact/signals-react';
import { DEFAULT_LOCALE } from '../../../i18n/locale';
import { UPDATE_USER_MS } from '../../../model/retries/calls';
import type { Clock } from '../../../platform/clock';
import { createTimer } from '../../../platform/timer';
import type { Http } from '../../../services/http';
import { updateUser } from '../../../services/identityCalls';
import type { RequestError } from '../../../services/requestError';
import type { Locale } from '../../../slices/locale';
import type { User } from '../../../slices/user';

/**
 * Sends the visitor's language to the service when it changes. The first language of a new visitor is sent with the
 * call that creates them.
 * @returns the undo
 */
export const keepUserUpdated = (deps: {
  http: Http;
  user: User;
  locale: Locale;
  clock: Clock;
  /** The language that the service has; '' for that of an earlier page, which is not known here. */
  told: string | undefined;
  report: (message: string, cause: unknown) => void;
}): (() => void) => {
  let told = deps.told;
  const debounce = createTimer(deps.clock);
  const stop = effect(() => {
    const locale = deps.locale.locale.value;
    const appUserId = deps.user.appUserId.value;
    debounce.stop();
    if (!locale || locale === told) return;
    if (!appUserId || told === undefined) {
      told = locale;
      return;
    }
    debounce.set(UPDATE_USER_MS, () => {
      told = locale;
      updateUser(deps.http, appUserId, { locale }).catch((cause: RequestError) => {
        if (!cause.isActionCancelled) deps.report('Language could not be updated', cause);
      });
    });
  });
  return () => {
    debounce.stop();
    stop();
  };
};

/**
 * Calls `misuse` where English is shown because there are no words in the language that the page wants.
 * @param shown the locale of the words that are shown
 * @throws if there are words in that language, and others are shown
 */
export const checkLocale = async (
  wanted: string,
  shown: string | undefined,
  misuse: (message: string) => void,
): Promise<void> => {
  if (shown === wanted) return;
  const { nearestLocale } = await import('../../../i18n/nearestLocale');
  const nearest = nearestLocale(wanted);
  if (nearest !== shown) throw new Error(`The words of ${nearest} could not be loaded`);
  if (nearest === DEFAULT_LOCALE && !/^en(?![a-z])/i.test(wanted))
    misuse(`locale ${wanted} is not supported; English is shown instead.`);
};
