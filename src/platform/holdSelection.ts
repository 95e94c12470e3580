import { listen } from './disposer';

/**
 * Remembers the selection in a document. A browser drops a selection in a text whose end changes.
 * @returns a function that selects it again if its texts are still there, and an undo
 */
export const holdSelection = (doc: Document): { restore(): void; stop(): void } => {
  const selection = doc.getSelection() as Selection;
  let held: (() => void) | undefined;
  const note = () => {
    const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection;
    held = isCollapsed
      ? undefined
      : () => selection.setBaseAndExtent(anchorNode as Node, anchorOffset, focusNode as Node, focusOffset);
  };
  note();
  return {
    restore() {
      try {
        held?.();
      } catch {
        // The text is now shorter.
      }
    },
    stop: listen(doc, 'selectionchange', note),
  };
};
