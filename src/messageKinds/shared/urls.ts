import { safeUrl } from '../../model/validation';

/** The safe address of a picture or file; undefined unless it is http or https. */
export const httpUrl = (url: string | undefined): string | undefined => {
  const safe = url && safeUrl(url);
  return safe && /^https?:/.test(safe) ? safe : undefined;
};

/** The safe address of a link; undefined unless it may be followed. */
export const linkUrl = (url: string | undefined): string | undefined => (url ? safeUrl(url) : undefined);
