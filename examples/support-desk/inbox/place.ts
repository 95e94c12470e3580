/** The full address of a path below the inbox's own, which works behind a proxy with a base path too. */
export const placeOf = (path: string): string => new URL(path, document.baseURI).href;
