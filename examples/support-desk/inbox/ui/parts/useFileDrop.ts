import { useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * Refuses files that are dropped where nothing takes them: the browser would replace the inbox by them.
 * @returns stops it
 */
export const refuseDrops = (page: Document): (() => void) => {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
  return () => {
    page.removeEventListener('dragover', refuse);
    page.removeEventListener('drop', refuse);
  };
};

/** Whether an element is the target of a file event. A drop on a dialog is not for the element below it. */
const isFor = (event: DragEvent): boolean =>
  hasFiles(event) &&
  (event.target as Element).closest('dialog') === (event.currentTarget as Element).closest('dialog');

/** Accepts files dropped on an element; `over` is true while files are dragged over it. */
export const useFileDrop = (take: (files: readonly File[]) => void) => {
  const [over, setOver] = useState(false);
  // Entering a child fires a leave event on its parent, so count both.
  const depth = useRef(0);
  const enter = (by: 1 | -1) => (event: DragEvent) => {
    if (!isFor(event)) return;
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    over,
    props: {
      onDragEnter: enter(1),
      onDragLeave: enter(-1),
      onDragOver: (event: DragEvent) => {
        // preventDefault allows the drop here; otherwise the browser would open the file.
        if (isFor(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!isFor(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        take([...(event.dataTransfer?.files ?? [])]);
      },
    },
  };
};
