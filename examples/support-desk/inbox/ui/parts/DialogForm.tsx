import type { ReactNode } from 'react';
import type { Submission } from './useSubmission';

/** The button's text while the form is submitted. */
const ACTING = {
  Send: 'Sending…',
  Save: 'Saving…',
  Merge: 'Merging…',
  Separate: 'Separating…',
  Snooze: 'Snoozing…',
  Export: 'Exporting…',
  Delete: 'Deleting…',
  Remove: 'Removing…',
  Withdraw: 'Withdrawing…',
  Change: 'Changing…',
  'Sign out': 'Signing out…',
  'Make the link': 'Making it…',
  'Send the invitations': 'Inviting…',
  'Send again': 'Sending…',
  'New link': 'Making it…',
  'Make the key': 'Making it…',
};

const DANGEROUS: readonly string[] = ['Delete', 'Remove', 'Withdraw', 'Sign out'];

type Props = {
  /** The button's text. */
  act: keyof typeof ACTING;
  submission: Submission;
  /** Whether something must still be filled in. */
  incomplete?: boolean;
  onCancel(): void;
  /** Shown before the buttons. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A form in a dialog, with the error and the buttons below. */
export const DialogForm = ({ act, submission, incomplete, onCancel, aside, children }: Props) => (
  <form
    class="dialog-form"
    onSubmit={(event) => {
      event.preventDefault();
      void submission.submit();
    }}
  >
    {children}
    {submission.problem && (
      <p class="error" role="alert">
        {submission.problem}
      </p>
    )}
    <footer class="dialog-footer">
      {aside}
      <button type="button" class="button" onClick={onCancel}>
        Cancel
      </button>
      <button
        type="submit"
        class={`button ${DANGEROUS.includes(act) ? 'danger' : 'primary'}`}
        disabled={submission.busy || incomplete}
      >
        {submission.busy ? ACTING[act] : act}
      </button>
    </footer>
  </form>
);
