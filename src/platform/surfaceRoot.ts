/** Where everything visible of Porch hangs on the publisher's page, once it is there. */
export const findSurface = (host: Window): ShadowRoot | null | undefined =>
  host.document.querySelector('[data-porch]')?.shadowRoot;

/** Writes the surface's own rules anew, which are its first sheet. */
export const rewriteRules = (root: ShadowRoot, css: string): void =>
  root.adoptedStyleSheets[0]?.replaceSync(css);
