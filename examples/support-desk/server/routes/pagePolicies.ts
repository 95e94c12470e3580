/** The sample of an extension's page has only this, because any page may frame it. */
export const SAMPLE_CSP = "default-src 'self'; script-src 'self'; style-src 'self'";

/** The dot for unread messages on the page's icon is a `data:` picture. */
export const DEMO_CSP = `${SAMPLE_CSP}; img-src 'self' data:; frame-ancestors 'self'`;

/** The gallery shows messengers with their own styles, pictures and framed pages of other hosts. */
export const GALLERY_CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: http: https:; connect-src 'self' data: http: https:; frame-src 'self' http: https:; frame-ancestors 'self'";

/** The documentation. Its links to other sites send no referrer. */
export const DOCS_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** The allowed connections to the desk: older browsers do not apply 'self' to websockets. @param origin of the desk */
const connectsTo = (origin: string): string => {
  const { origin: http } = new URL(origin);
  return `connect-src 'self' ${http} ${http.replace(/^http/, 'ws')}`;
};

export const inboxCsp = (origin: string): string =>
  `default-src 'self'; ${connectsTo(origin)}; img-src 'self' data: https: http:; frame-ancestors 'none'`;

/** The preview shows pictures of other hosts, and calls the desk under its public address. */
export const previewCsp = (origin: string): string =>
  `default-src 'self'; ${connectsTo(origin)}; style-src 'self'; img-src 'self' data: http: https:; frame-ancestors 'self'`;
