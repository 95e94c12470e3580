import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon';
import { isComposing } from './isComposing';
import { useModal } from './useModal';

type Props = {
  title: string;
  wide?: boolean;
  onClose(): void;
  /** What Escape does instead of closing the dialog. */
  onBack?(): void;
  children: ComponentChildren;
};

/**
 * A modal dialog with a title and a close button. Escape closes it only if nothing was written in it. The browser
 * returns the focus when it closes. It closes with the press: browsers send `close` a frame later, which would also
 * close a dialog that another press has opened in between.
 */
export const Dialog = ({ title, wide, onClose, onBack, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const written = useRef(false);
  const [kept, setKept] = useState(false);
  // Another title means another form.
  useLayoutEffect(() => {
    written.current = false;
    setKept(false);
  }, [title]);
  const end = useModal(dialog);
  const close = () => {
    end();
    onClose();
  };
  /** Handles Escape and a phone's back gesture. */
  const leave = (event: Event): void => {
    event.preventDefault();
    if (written.current) setKept(true);
    else if (onBack) onBack();
    else close();
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog${wide ? ' wide' : ''}`}
      aria-labelledby={id}
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement && target.type === 'checkbox')) written.current = true;
      }}
      // A browser may ignore a second prevented `cancel`, but not a prevented key.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event) && !event.defaultPrevented) leave(event);
      }}
      // A file input in the dialog also sends `cancel`.
      onCancel={(event) => event.target === event.currentTarget && leave(event)}
    >
      <header class="dialog-header">
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {children}
      {kept && (
        <p class="dialog-kept" role="alert">
          What you wrote is kept. To discard it, press Cancel.
        </p>
      )}
    </dialog>
  );
};
