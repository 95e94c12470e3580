/** The desk's own origins: the page's, and the one that the desk announces, which may differ behind a proxy. */
export const originsOf = (baseUrl: string): string[] => [
  location.origin,
  ...(URL.canParse(baseUrl) ? [new URL(baseUrl).origin] : []),
];
