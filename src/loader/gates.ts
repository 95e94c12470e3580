/** Chrome on iOS before this version runs on a WebKit without what the messenger needs. */
const OLDEST_IOS_CHROME = 111;

/** Search engines name themselves so; Cubot is a maker of phones. */
const BOTS = /(?<!cu)bot\b|crawler|spider|slurp|google-insp|mediapartners/i;

/**
 * SPEC.md section 1: "It does not start on old iOS Chrome, on search-engine bots, in browsers without cross-origin
 * request support, when a skip flag is set"; the flag's name is DESIGN.md 3.9's.
 */
export const mayStart = (
  host: Window & { XMLHttpRequest?: typeof XMLHttpRequest },
  skip: unknown,
): boolean => {
  const { userAgent } = host.navigator;
  const iosChrome = /CriOS\/(\d+)/.exec(userAgent);
  return (
    skip !== true &&
    !BOTS.test(userAgent) &&
    !(iosChrome && Number(iosChrome[1]) < OLDEST_IOS_CHROME) &&
    'withCredentials' in (host.XMLHttpRequest?.prototype ?? {})
  );
};
