/**
 * Replaces part of a text box by a text, as one undo step. The box then has the focus, and the caret is after the text.
 * Fires `input`, as typing does.
 * @param from where the part begins; by default, the selection is replaced
 */
export const insertText = (
  box: HTMLTextAreaElement,
  text: string,
  from = box.selectionStart,
  to = box.selectionEnd,
): void => {
  // Chromium and WebKit count all typing as one step until the selection moves.
  const doc = box.ownerDocument;
  const select = (start: number, end: number) => {
    box.setSelectionRange(0, 0);
    box.setSelectionRange(start, end);
  };
  box.focus({ preventScroll: true });
  select(from, to);
  // The command writes where the focus is.
  if (doc.activeElement !== box || !doc.execCommand?.(text ? 'insertText' : 'delete', false, text)) {
    box.setRangeText(text, from, to);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  select(from + text.length, from + text.length);
};
