/**
 * Where the publisher's script tag (DESIGN.md 3.9) has the configuration come from: the host that it or the page names, or
 * else its own. Its query goes with it: the key stands there, or in `data-key`.
 * @param settings `zESettings` of the page
 * @param locale what the page has asked for so far
 * @returns empty where nothing names a host
 */
export const configAddress = (
  script: HTMLScriptElement,
  settings?: { zendeskHost?: string },
  locale?: unknown,
): string => {
  // An inline script has no address.
  const { origin, host, searchParams } = new URL(script.src || 'data:,');
  const { zendeskHost, key, preview } = script.dataset;
  const named = zendeskHost || settings?.zendeskHost;
  // A script without an address, or from a file, a blob or a data address, has no host to ask.
  let account = named || (host && origin);
  // A name alone is asked by https, but the machine itself, where a desk is tried out.
  if (!/^$|\/\//.test(account)) account = `http${/^(localhost|127)/.test(account) ? '' : 's'}://${account}`;
  if (key && !searchParams.get('key')) searchParams.set('key', key);
  if (locale) searchParams.set('locale', `${locale}`);
  // The unpublished configuration is asked for where the script comes from a static staging host (SPEC.md section 7).
  const folder = preview != null || host.startsWith('static-staging') ? 'preview/' : '';
  return account && `${account.replace(/\/+$/, '')}/embeddable/${folder}config?${searchParams}`;
};
