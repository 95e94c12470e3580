/** What may lose the focus to the widget: nothing that the visitor writes in, chooses with or scrolls. */
const FREE = 'body,a,button,summary,[role=button],[type=button],[type=submit],[role=log],[data-porch]';

/**
 * Whether the focus may leave what has it in a document. A field, a frame, or an element that scrolls keeps it:
 * what the visitor types next must arrive there.
 */
export const mayFocus = ({ activeElement }: Document): boolean => activeElement?.matches(FREE) !== false;
