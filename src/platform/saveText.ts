import type { Clock } from './clock';

/** How long the browser may take to start reading the file. */
const KEEP_MS = 60_000;

/**
 * Offers a text to the visitor as a file download, using a link in a document.
 * @param onDispose takes a cleanup function that releases the file's object URL
 */
export const createTextSaver =
  ({ clock, onDispose }: { clock: Clock; onDispose: (undo: () => void) => void }) =>
  (doc: Document, name: string, text: string): void => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    const link = doc.createElement('a');
    link.href = url;
    link.download = name;
    doc.body.appendChild(link);
    link.click();
    doc.body.removeChild(link);
    const letGo = () => URL.revokeObjectURL(url);
    clock.after(KEEP_MS, letGo);
    onDispose(letGo);
  };
