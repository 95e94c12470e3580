import { insertText } from '@porch/messenger/platform/insertText';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { changeBetween } from '../../model/changeBetween';

type Wanted = { text: string; start: number; end: number };

/**
 * Changes the text of a box so that Ctrl+Z undoes it. The box sends `input`, as after typing.
 * @returns shows a text with this selection (without an end, the caret) once an open dialog has closed
 */
export const useBoxText = (
  area: RefObject<HTMLTextAreaElement | null>,
): ((text: string, start: number, end?: number) => void) => {
  const [wanted, want] = useState<Wanted | undefined>();
  useLayoutEffect(() => {
    const box = area.current;
    if (!wanted || !box) return;
    const { inserted, from, to } = changeBetween(box.value, wanted.text);
    insertText(box, inserted, from, to);
    box.setSelectionRange(wanted.start, wanted.end);
  }, [wanted]);
  return (text, start, end = start) => want({ text, start, end });
};
