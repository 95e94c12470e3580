/**
 * Adds styles in a way that a strict content security policy allows: the sheet is constructed in the realm of
 * the document that shows it and adopted there. No `<style>` element and no inline style is ever written.
 */
export const adoptSheet = (root: Document | ShadowRoot, realm: Window, css: string): CSSStyleSheet => {
  const sheet = new (realm as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
};

/** Where the styles of one frame are added. */
export type FrameStyles = {
  /** goober's `target`: goober looks for its own text node there and appends rules to that node's `data`. */
  target: HTMLElement;
  /**
   * Adds rules for the whole frame. goober cannot do this: it replaces its last global rules, whichever frame
   * they are in.
   */
  adopt(css: string): CSSStyleSheet;
};

/**
 * A goober target that writes to an adopted sheet. goober appends text while components render. Each addition
 * is inserted at once, so that layout effects measure styled elements.
 */
export const createFrameStyles = (doc: Document, realm: Window): FrameStyles => {
  const sheet = adoptSheet(doc, realm, '');
  let css = '';
  const node = {
    get data() {
      return css;
    },
    set data(next: string) {
      // Wrap the addition in a grouping rule, as it may hold several rules.
      sheet.insertRule(`@media all{${next.slice(css.length)}}`, sheet.cssRules.length);
      css = next;
    },
  };
  // `parentNode` keeps goober from inserting this stand-in into the document.
  const style = { firstChild: node, parentNode: true };
  return {
    target: { querySelector: () => style } as unknown as HTMLElement,
    adopt: (rules) => adoptSheet(doc, realm, rules),
  };
};
