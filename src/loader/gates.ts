/**
 * Search engines name themselves so, Google's always with its name and a hyphen; Cubot is a maker of phones. Chrome on iOS before 111 runs on a WebKit without what the
 * messenger needs.
 */
const BARRED = /(?<!cu)bot\b|crawler|spider|slurp|google-|-google|crios\/(\d?\d|10\d|110)\b/i;

/**
 * SPEC.md section 1: "It does not start on old iOS Chrome, on search-engine bots, in browsers without cross-origin
 * request support, when a skip flag is set"; the flag's name is DESIGN.md 3.9's.
 */
export const mayStart = (
  host: Window & { XMLHttpRequest?: typeof XMLHttpRequest; zEMessenger?: { skip?: unknown } },
): boolean =>
  host.zEMessenger?.skip !== true &&
  !BARRED.test(host.navigator.userAgent) &&
  'withCredentials' in Object(host.XMLHttpRequest?.prototype);
