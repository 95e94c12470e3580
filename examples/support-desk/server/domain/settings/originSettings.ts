import * as v from 'valibot';

const MOST_ORIGINS = 200;
const ORIGIN = /^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

/**
 * The origins of the publisher's pages, such as `https://shop.example`; `https://*.shop.example` includes all
 * subdomains.
 */
export const originsSchema = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        ORIGIN,
        'must be an origin without a path, such as https://shop.example or https://*.shop.example',
      ),
      v.toLowerCase(),
    ),
  ),
  v.maxLength(MOST_ORIGINS),
);

/** @param origin as a browser sends it */
const matches = (allowed: string, origin: string): boolean => {
  const [scheme, host = ''] = allowed.split('//*');
  return allowed.includes('*')
    ? origin.startsWith(`${scheme}//`) && origin.endsWith(host)
    : allowed === origin;
};

/**
 * Whether pages of an origin may use the desk.
 * @param origins those that the settings allow; by default all
 * @param origin of the page, as a browser sends it: `https://shop.example`, or `null` if it has none
 */
export const isAllowedOrigin = (origins: readonly string[] | undefined, origin: string): boolean =>
  !origins || origins.some((allowed) => matches(allowed, origin.toLowerCase()));
