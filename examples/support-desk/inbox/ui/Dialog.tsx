import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon';

type Props = { title: string; wide?: boolean; onClose(): void; children: ComponentChildren };

/**
 * A modal dialog with a title and a close button. The browser returns the focus when it closes. It ends with the press
 * that closes it: browsers send `close` a frame later, and would then also end the dialog that another press has opened
 * in between.
 */
export const Dialog = ({ title, wide, onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog${wide ? ' wide' : ''}`}
      aria-labelledby={id}
      // A file input in the dialog sends `cancel`, too.
      onCancel={(event) => event.target === event.currentTarget && close()}
    >
      <header class="dialog-header">
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
};
