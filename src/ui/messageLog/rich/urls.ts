import { safeUrl } from '../../../model/validation';
import { shownLabel } from '../../../wire/shown';

/** An address that a picture or a file may be had from. */
export const httpUrl = (url: string | undefined): string | undefined => {
  const safe = url && safeUrl(url);
  return safe && /^https?:/.test(safe) ? safe : undefined;
};

/** An address that may be followed (DESIGN.md 3.8). */
export const linkUrl = (url: string | undefined): string | undefined => (url ? safeUrl(url) : undefined);

/** The last part of an address's path, as a name for what is there. */
export const nameOf = (url: string): string | undefined => {
  try {
    return shownLabel(decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '')) || undefined;
  } catch {
    return undefined;
  }
};
