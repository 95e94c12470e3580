/** What the publisher's script tag says (DESIGN.md 3.9). */
export type Tag = {
  /** The account host, without a slash at the end; empty when nothing names one. */
  accountHost: string;
  key?: string | null;
  /** Where the build's files lie: beside the loader. */
  base: string;
  nonce: string;
  /** The script comes from a static staging host: the unpublished configuration is asked for (SPEC.md section 7). */
  preview: boolean;
};

/** @param settings `zESettings` of the page */
export const readTag = (script: HTMLScriptElement, settings?: { zendeskHost?: string }): Tag => {
  // An inline script has no address.
  const { origin, host, searchParams } = new URL(script.src || 'data:,');
  const { zendeskHost, key, preview } = script.dataset;
  const named = zendeskHost || settings?.zendeskHost;
  const address = named && !named.includes('//') ? `https://${named}` : named;
  return {
    // A script without an address, or from a file, a blob or a data address, has no host to ask.
    accountHost: (address || (host && origin)).replace(/\/+$/, ''),
    key: searchParams.get('key') || key,
    base: script.src.replace(/[?#].*/, '').replace(/[^/]*$/, ''),
    nonce: script.nonce,
    preview: preview != null || host.startsWith('static-staging'),
  };
};
