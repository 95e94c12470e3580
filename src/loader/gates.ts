import { globalOf } from '../platform/pastContent';

/**
 * User agents of search engines, and of Chrome on iOS before 111, whose WebKit is too old for the messenger.
 * A bot's name is followed by its version or the end of a part; phones are called "CUBOT" and "ROBOT 5".
 */
const BARRED = /bot[/;-]|crawler|spider|slurp|google-|-google|crios\/(\d?\d|10\d|110)\b/i;

/**
 * Whether Porch may start. It does not start for bots, for old Chrome on iOS, or when the page sets
 * `zEMessenger.skip`. A browser without cross-origin requests cannot read this script's syntax.
 */
export const mayStart = (host: Window & { zEMessenger?: { skip?: unknown } }): boolean =>
  globalOf(host, 'zEMessenger')?.skip !== true && !BARRED.test(host.navigator.userAgent);
