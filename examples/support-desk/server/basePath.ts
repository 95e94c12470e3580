/** The path of the desk's public address, such as '/sub'; empty where it has none. */
export const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';

/**
 * Some proxies cut that path off before they pass a request on, others leave it in: this cuts it off where it still
 * is. Where it begins with a name that the desk's own paths begin with, the two cannot be told apart, so that the proxy
 * has to do it.
 * @param ownPaths such as '/agent/api/session'
 * @returns the path to serve; empty when the request was for the public address without a slash at its end
 */
export const createBaseCut = (
  publicUrl: string | undefined,
  ownPaths: readonly string[],
): ((url: string) => string) => {
  const base = basePathOf(publicUrl);
  const firstPart = (path: string) => path.split('/')[1];
  if (!base || ownPaths.some((path) => firstPart(path) === firstPart(base))) return (url) => url;
  return (url) => (url === base || url.startsWith(`${base}/`) ? url.slice(base.length) : url);
};
