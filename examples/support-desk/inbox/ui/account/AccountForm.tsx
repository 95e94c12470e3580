import type { ComponentChildren } from 'preact';
import { useId } from 'react';
import type { Submission } from '../useSubmission';

type Props = {
  title: string;
  act: string;
  submission: Submission;
  /** What was done, for the status line. */
  done: string;
  children: ComponentChildren;
};

/** A part of the account that is saved by itself. */
export const AccountForm = ({ title, act, submission, done, children }: Props) => {
  const id = useId();
  return (
    <form
      class="account-part"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        void submission.submit();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      {submission.problem && (
        <p class="error" role="alert">
          {submission.problem}
        </p>
      )}
      <div class="account-actions">
        <button type="submit" class="button" disabled={submission.busy}>
          {submission.busy ? 'Saving…' : act}
        </button>
        <p class="secondary" role="status">
          {done}
        </p>
      </div>
    </form>
  );
};
