/** What the publisher's script tag says (DESIGN.md 3.9). */
export type Tag = {
  /** The account host, without a slash at the end; empty when nothing names one. */
  accountHost: string;
  key: string | null;
  /** Where the build's files lie: beside the loader. */
  base: string;
  nonce: string;
  /** The script comes from a static staging host: the unpublished configuration is asked for (SPEC.md section 7). */
  preview: boolean;
};

/** @param settings `zESettings` of the page */
export const readTag = (script: HTMLScriptElement, settings: { zendeskHost?: string } | undefined): Tag => {
  const url = new URL(script.src);
  const { zendeskHost, key, preview } = script.dataset;
  const named = zendeskHost || settings?.zendeskHost;
  return {
    accountHost: named
      ? (named.includes('//') ? named : `https://${named}`).replace(/\/+$/, '')
      : originOf(url),
    key: url.searchParams.get('key') || key || null,
    base: url.href.replace(/[^/]*$/, '').replace(/[?#].*$/, ''),
    nonce: script.nonce,
    preview: preview !== undefined || url.hostname.startsWith('static-staging'),
  };
};

/** A script from a file or a data address has no origin to ask. */
const originOf = (url: URL): string => (url.origin === 'null' ? '' : url.origin);
