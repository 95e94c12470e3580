/** The path of the desk's public address, such as '/sub'; empty if it has none. */
export const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';

/**
 * Makes a function that removes the base path from a request's path. Some proxies have already removed it. If the base
 * path begins with the same name as one of the desk's own paths, the two cases look the same: the function then changes
 * nothing, and the proxy must remove the base path.
 * @param ownPaths the desk's own paths, such as '/agent/api/session'
 * @returns a function from a request's path to the path to serve; empty for the public address without its last slash
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
