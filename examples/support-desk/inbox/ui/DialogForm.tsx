import type { ReactNode } from 'react';

type Props = {
  /** The button's label, idle and while it works. */
  act: string;
  acting: string;
  busy: boolean;
  /** Why it could not be done. */
  problem?: string;
  onSubmit(): void;
  onCancel(): void;
  /** Stands before the buttons. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A form in a dialog, with what went wrong and its buttons below. It is submitted once at a time. */
export const DialogForm = ({ act, acting, busy, problem, onSubmit, onCancel, aside, children }: Props) => (
  <form
    class="dialog-form"
    onSubmit={(event) => {
      event.preventDefault();
      if (!busy) onSubmit();
    }}
  >
    {children}
    {problem && (
      <p class="error" role="alert">
        {problem}
      </p>
    )}
    <footer class="dialog-footer">
      {aside}
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" class="button primary" disabled={busy}>
        {busy ? acting : act}
      </button>
    </footer>
  </form>
);
