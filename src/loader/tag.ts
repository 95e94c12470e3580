/**
 * Returns the configuration's address. The host comes from the tag's `data-zendesk-host`, else from the
 * page's settings, else from the script's address. The query is copied from the script's address; it or
 * `data-key` has the key.
 * @param settings the page's `zESettings`
 * @param locale the locale the page has requested so far
 * @returns an empty string if no host is known
 */
export const configAddress = (
  script: HTMLScriptElement,
  settings?: { zendeskHost?: string },
  locale?: unknown,
): string => {
  // An inline script has no address; `data:,` parses to an empty host.
  const { origin, host, searchParams } = new URL(script.src || 'data:,');
  const { zendeskHost, key, preview } = script.dataset;
  const named = zendeskHost || settings?.zendeskHost;
  // Inline scripts and file:, blob: and data: addresses have no host.
  let account = named || (host && origin);
  // A host without a scheme gets https, or http for a desk on the local machine.
  if (!/^$|\/\//.test(account)) account = `http${/^(localhost|127)/.test(account) ? '' : 's'}://${account}`;
  if (key && !searchParams.get('key')) searchParams.set('key', key);
  if (locale) searchParams.set('locale', locale as string);
  // `data-preview` or a static staging host requests the unpublished configuration.
  const folder = preview != null || /^static-staging/.test(host) ? 'preview/' : '';
  return account && `${account.replace(/\/+$/, '')}/embeddable/${folder}config?${searchParams}`;
};
