/**
 * Puts a text into a text box in place of a part, which is a step of its own for undo. The box has the focus then, and
 * the caret is behind the text. As after typing, its `input` event tells of the change.
 * @param from where the part begins; by default, it is what is selected
 */
export const insertText = (
  box: HTMLTextAreaElement,
  text: string,
  from = box.selectionStart,
  to = box.selectionEnd,
): void => {
  // To Chromium and WebKit all that is typed is one step, until the selection is elsewhere.
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
