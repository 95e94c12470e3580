import { adoptSheet } from './sheets';

/** Where everything visible of Porch hangs on the publisher's page, once it is there. */
const findSurface = (host: Window): ShadowRoot | null | undefined =>
  host.document.querySelector('[data-porch]')?.shadowRoot;

/** Rewrites the rules of the surface: its own, which are its first sheet, and more after all others. */
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
