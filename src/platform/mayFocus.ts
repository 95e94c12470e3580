/**
 * The elements that may lose the focus to the widget. The visitor does not write in these, choose with them or scroll
 * them.
 */
const FREE = 'body,a,button,summary,[role=button],[type=button],[type=submit],[role=log],[data-porch]';

/**
 * Whether a document's focused element may lose the focus. A field, a frame, or an element that scrolls keeps it,
 * because what the visitor types next must arrive there.
 */
export const mayFocus = ({ activeElement }: Document): boolean => activeElement?.matches(FREE) !== false;

/**
 * Whether a window that a call of the page opens may take the focus: if the visitor has just pressed a button of
 * the page, or is in the widget. A page that opens it by a timer leaves the focus, and with it the keyboard, where
 * they are. So does a page in a frame while the visitor uses the page around it, whose presses activate the frame, too.
 */
export const callMayFocus = ({ activeElement, ownerDocument }: ShadowRoot): boolean =>
  ownerDocument.hasFocus() &&
  mayFocus(ownerDocument) &&
  (!!activeElement || ownerDocument.defaultView?.navigator.userActivation?.isActive !== false);
