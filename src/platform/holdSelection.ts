import { listen } from './disposer';

/**
 * Remembers what is selected in a document. A browser ends a selection in a text whose end changes.
 * @returns selects it again where its texts are still there; and an undo
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
        // The text is shorter now.
      }
    },
    stop: listen(doc, 'selectionchange', note),
  };
};
