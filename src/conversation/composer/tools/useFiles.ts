import { useEffect, useState } from 'react';
import { pastedFiles } from '../../../model/pastedFiles';
import { createTimer } from '../../../platform/timer';
import { useHome } from '../../context';
import type { SendFiles } from './holdFiles';

/** A drag without events for this time counts as over, because not every browser reports that it left. */
const DRAG_ENDS_MS = 400;

/**
 * Sends files that are dropped onto the card, pasted into the text box, or given to the returned `send`. The sending
 * code loads with the first.
 * @param on whether files are accepted
 */
export const useFiles = (box: HTMLTextAreaElement, on: boolean, sendFiles: SendFiles) => {
  const { state } = useHome();
  const [over, setOver] = useState(false);
  const send = (files: readonly File[]) => {
    if (files[0]) sendFiles(files, state.feature('attachments'));
  };
  useEffect(() => {
    const card = box.ownerDocument;
    const ends = createTimer(state.clock);
    const leave = () => {
      ends.stop();
      setOver(false);
    };
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Also when files are not accepted: the browser would replace the card with the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = on ? 'copy' : 'none';
      if (!on) return;
      ends.set(DRAG_ENDS_MS, leave);
      setOver(true);
    };
    const onDrop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      leave();
      if (on) send(files);
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData);
      if (!on || files.length === 0) return;
      event.preventDefault();
      send(files);
    };
    card.addEventListener('dragenter', onDrag);
    card.addEventListener('dragover', onDrag);
    card.addEventListener('drop', onDrop);
    box.addEventListener('paste', onPaste);
    return () => {
      leave();
      card.removeEventListener('dragenter', onDrag);
      card.removeEventListener('dragover', onDrag);
      card.removeEventListener('drop', onDrop);
      box.removeEventListener('paste', onPaste);
    };
  }, [on]);
  return { send, over };
};
