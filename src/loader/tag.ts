import type { Call } from './call';

/**
 * Parts of the script's address: its folder, its origin and its query. Inline scripts and file:, blob: and data:
 * addresses have no origin. It matches every address. The page may have its own `URL`.
 */
export const PARTS = /^((http.*?\/\/[^/]*)?[^?]*\/)?[^?]*\??(.*)/;
export type Parts = [whole: string, folder: string | undefined, origin: string | undefined, query: string];

/**
 * Returns the configuration's address. The host comes from the tag's `data-zendesk-host`, else from the
 * page's settings, else from the script's address. The query is copied from the script's address; it or
 * `data-key` has the key.
 * @param parts those of the script's address
 * @param calls those that the page has made so far; one may have set the locale
 * @param settings the page's `zESettings`
 * @returns undefined if no host is known, or no folder to take the other files from: the script is inline
 */
export const configAddress = (
  { zendeskHost, key, preview }: DOMStringMap,
  [, folder, origin, query]: Parts,
  calls: readonly Call[],
  settings?: { zendeskHost?: string },
): string | undefined => {
  let account = zendeskHost || settings?.zendeskHost || origin;
  if (!account || !folder) return undefined;
  // A host without a scheme gets https, or http for a desk on the local machine.
  if (!/\/\//.test(account)) account = `http${/^(localhost|127)/.test(account) ? '' : 's'}://${account}`;
  let locale: unknown;
  for (const call of calls) if (/t\.lo/.test(call.method)) locale = call[2];
  // The first parameter of a name counts.
  const first =
    (locale ? `locale=${locale}&` : '') +
    (key && !/\bkey=[^&]/.test(query) ? `key=${encodeURIComponent(key)}&` : '');
  // `data-preview` or a static staging host requests the unpublished configuration.
  const part = preview != null || /\/static-staging/.test(origin as string) ? 'preview/' : '';
  return `${(/.*[^/]/.exec(account) as string[])[0]}/embeddable/${part}config?${first}${query}`;
};
