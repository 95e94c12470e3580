import { adoptSheet } from './sheets';

/**
 * The shadow root of everything that Porch shows on the publisher's page; missing until the launcher is
 * drawn.
 */
const findSurface = (host: Window): ShadowRoot | null | undefined =>
  host.document.querySelector('[data-porch]')?.shadowRoot;

/**
 * Returns a function that replaces the surface's own rules (its first sheet) and adds `more` after all other
 * sheets.
 */
export const createSurfaceRules = (host: Window): ((own: string, more: string) => void) => {
  let last: CSSStyleSheet | undefined;
  return (own, more) => {
    const root = findSurface(host);
    if (!root) return;
    root.adoptedStyleSheets[0]?.replaceSync(own);
    last ??= adoptSheet(root, host, '');
    last.replaceSync(more);
  };
};
