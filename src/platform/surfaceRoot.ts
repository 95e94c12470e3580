/**
 * The shadow root of everything that Porch shows on the publisher's page; missing until the launcher is
 * drawn.
 */
export const findSurface = (host: Window): ShadowRoot | null | undefined =>
  host.document.querySelector('[data-porch]')?.shadowRoot;

/** Replaces the rules of the launcher's file, which are the first sheet. */
export const rewriteRules = (root: DocumentOrShadowRoot, css: string): void =>
  root.adoptedStyleSheets[0]?.replaceSync(css);
