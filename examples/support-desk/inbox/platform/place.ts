/** The full address of one of the desk's paths, relative to the inbox, so that a base path is kept. */
export const placeOf = (path: string): string => new URL(path, document.baseURI).href;
