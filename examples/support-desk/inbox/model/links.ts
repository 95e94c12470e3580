import { httpUrl } from '@porch/messenger/messageKinds/shared/urls';
import { otherHost } from '@porch/messenger/model/otherHost';
import { safeUrl } from '@porch/messenger/model/validation';
import { shownLabel } from '@porch/messenger/wire/shown';

/** The address if links may have its scheme, otherwise `undefined`. */
export const safeHref = (value: unknown): string | undefined =>
  typeof value === 'string' ? safeUrl(value) : undefined;

/**
 * An address for loading an image or file: http and https only.
 * @param base resolves a relative address
 */
export const safeMediaUrl = (value: unknown, base: string): string | undefined =>
  typeof value === 'string' && value && URL.canParse(value, base)
    ? httpUrl(new URL(value, base).href)
    : undefined;

/** A link's label, followed by the real host if the label looks like another address. */
export const wordsOf = (words: string, href: string): string => {
  const host = otherHost(words, href);
  return `${shownLabel(words)}${host ? ` (${host})` : ''}`;
};

/** The host of an address outside these origins, otherwise `undefined`. */
export const foreignHost = (href: string, origins: readonly string[]): string | undefined => {
  const { origin, host } = new URL(href);
  return origins.includes(origin) ? undefined : host;
};

/** An address of a page as it is read: decoded, without protocol, query and fragment. */
export const readableAddress = (url: string): string => {
  const [page = ''] = url.replace(/^https?:\/\//, '').split(/[?#]/);
  try {
    return shownLabel(decodeURI(page)) ?? page;
  } catch {
    return page;
  }
};

/** Whether `readableAddress` leaves out a query or a fragment. */
export const hasMore = (url: string): boolean => /[?#]./.test(url);
