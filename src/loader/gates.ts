/**
 * Search engines name themselves so; Cubot is a maker of phones. Chrome on iOS before 111 runs on a WebKit without what the
 * messenger needs.
 */
const BARRED = /(?<!cu)bot\b|crawler|spider|slurp|google-insp|mediapartners|crios\/(\d\d?|1(0\d|10))\b/i;

/**
 * SPEC.md section 1: "It does not start on old iOS Chrome, on search-engine bots, in browsers without cross-origin
 * request support, when a skip flag is set"; the flag's name is DESIGN.md 3.9's.
 */
export const mayStart = (host: Window & { XMLHttpRequest?: typeof XMLHttpRequest }, skip: unknown): boolean =>
  skip !== true &&
  !BARRED.test(host.navigator.userAgent) &&
  'withCredentials' in (host.XMLHttpRequest?.prototype ?? {});
