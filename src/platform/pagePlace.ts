const MAX_TEXT = 1000;

/**
 * An address without its query and fragment, which may hold a credential or name a visitor; all that is counted or
 * reported of a page.
 * @returns at most 1,000 characters
 */
export const placeOf = (url: string): string => url.replace(/[?#].*$/s, '').slice(0, MAX_TEXT);
