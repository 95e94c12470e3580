/** The address of something of the desk's, from where it serves the inbox; behind a proxy that may be below a path. */
export const placeOf = (path: string): string => new URL(path, document.baseURI).href;
