import { globalOf } from '../platform/pastContent';

/**
 * User agents of search engines, and of Chrome on iOS before 111, whose WebKit is too old for the messenger.
 * "Cubot" is a phone maker, not a bot.
 */
const BARRED = /(?<!cu)bot\b|crawler|spider|slurp|google-|-google|crios\/(\d?\d|10\d|110)\b/i;

/**
 * Whether Porch may start. It does not start for bots, for old Chrome on iOS, without cross-origin requests,
 * or when the page sets `zEMessenger.skip`.
 */
export const mayStart = (
  host: Window & { XMLHttpRequest?: typeof XMLHttpRequest; zEMessenger?: { skip?: unknown } },
): boolean =>
  globalOf(host, 'zEMessenger')?.skip !== true &&
  !BARRED.test(host.navigator.userAgent) &&
  'withCredentials' in Object(host.XMLHttpRequest?.prototype);
