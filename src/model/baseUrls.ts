/**
 * Removes trailing slashes. A loop, because a regular expression takes quadratic time on a long row of
 * slashes.
 */
const trimSlashes = (url: string): string => {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
};

/** The base URL, with the segment `sdk` added unless it is there. */
export const suncoUrl = (baseUrl: string): string => {
  const trimmed = trimSlashes(baseUrl);
  return trimmed.endsWith('/sdk') ? trimmed : `${trimmed}/sdk`;
};

/** The base URL of the messaging service without a trailing `sc/sdk`. */
export const serviceBaseUrl = (baseUrl: string): string => {
  const trimmed = trimSlashes(baseUrl);
  return trimmed.endsWith('/sc/sdk') ? trimmed.slice(0, -7) : baseUrl;
};

/** The account's address, without a trailing slash. @param address of its configuration */
export const accountUrl = (address = ''): string =>
  address.replace(/\/embeddable\/(preview\/)?config\?.*$/, '');

/** Valid app ids. The id is used unescaped in addresses, headers and channel names. */
const APP_ID = /^[\w\-!~()$@]{1,200}$/;

/** Returns which field of the configuration is invalid, or undefined if both are valid. */
export const problemOf = (url: string, appId: string): 'appId' | 'baseUrl' | undefined => {
  if (!APP_ID.test(appId)) return 'appId';
  try {
    if (/^https?:\/\/[^/]/i.test(url) && new URL(url)) return undefined;
  } catch {
    // An invalid address is reported below.
  }
  return 'baseUrl';
};
