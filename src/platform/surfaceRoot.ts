/**
 * The shadow root of everything that Porch shows on the publisher's page; missing until the launcher is
 * drawn.
 */
export const findSurface = (host: Window): ShadowRoot | null | undefined =>
  host.document.querySelector('[data-porch]')?.shadowRoot;

/** Replaces the surface's own rules, which are its first sheet. */
export const rewriteRules = (root: ShadowRoot, css: string): void =>
  root.adoptedStyleSheets[0]?.replaceSync(css);
