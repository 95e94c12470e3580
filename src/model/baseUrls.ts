/**
 * Removes trailing slashes. A loop, because a regular expression takes quadratic time on a long row of
 * slashes.
 */
export const trimSlashes = (url: string): string => {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
};

/** The base URL of the messaging service without a trailing `sc/sdk`. */
export const serviceBaseUrl = (baseUrl: string): string => {
  const trimmed = trimSlashes(baseUrl);
  return trimmed.endsWith('/sc/sdk') ? trimmed.slice(0, -7) : baseUrl;
};

/** The account's address, without a trailing slash. @param address of its configuration */
export const accountUrl = (address = ''): string =>
  address.replace(/\/embeddable\/(preview\/)?config\?.*$/, '');
