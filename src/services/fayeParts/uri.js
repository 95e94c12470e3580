/** Addresses are absolute here, and the platform reads them. */
export const parse = (url) => (typeof url === 'string' ? new URL(url) : url);
export const clone = (url) => new URL(url.href);
export const stringify = (url) => url.href;
