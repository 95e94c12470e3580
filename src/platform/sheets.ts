/**
 * Styles that pass a strict CSP (DESIGN.md 3.2): a sheet is made in the realm of the document that shows it and
 * adopted there. No `<style>` element and no inline style is ever written.
 */
export const adoptSheet = (root: Document | ShadowRoot, realm: Window, css: string): CSSStyleSheet => {
  const sheet = new (realm as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
};

/** Where the styles of one frame go. */
export type FrameStyles = {
  /** goober's `target`: it looks for its own text node there and appends rules to that node's `data`. */
  target: HTMLElement;
  /** Rules for the whole frame. Not by goober, which replaces its last global rules, in whichever frame they are. */
  adopt(css: string): CSSStyleSheet;
};

/**
 * A goober target that feeds an adopted sheet. goober appends text while components render; each addition becomes one
 * rule at once, so that what is measured in a layout effect is styled.
 */
export const createFrameStyles = (doc: Document, realm: Window): FrameStyles => {
  const sheet = adoptSheet(doc, realm, '');
  let css = '';
  const node = {
    get data() {
      return css;
    },
    set data(next: string) {
      // A grouping rule, as one addition may hold several rules.
      sheet.insertRule(`@media all{${next.slice(css.length)}}`, sheet.cssRules.length);
      css = next;
    },
  };
  // `parentNode` keeps goober from inserting the stand-in anywhere.
  const style = { firstChild: node, parentNode: true };
  return {
    target: { querySelector: () => style } as unknown as HTMLElement,
    adopt: (rules) => adoptSheet(doc, realm, rules),
  };
};
