/** Marks a surface that stands in an element of the page. */
export const EMBEDDED = 'data-embedded';

/** Whether a card's frame stands in an element of the page, instead of above the page. */
export const isEmbedded = (frame: Document): boolean =>
  (frame.defaultView?.frameElement?.getRootNode() as Partial<ShadowRoot> | undefined)?.host?.hasAttribute(
    EMBEDDED,
  ) === true;
