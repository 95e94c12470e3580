import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'react';
import type { Submission } from '../parts/useSubmission';

type Props = {
  title: string;
  act: string;
  submission: Submission;
  /** What was done, for the status line. */
  done: string;
  /** Whether the title takes the focus, because the agent asked for this form. */
  asked?: boolean;
  children: ComponentChildren;
};

/** A part of the account that is saved separately. */
export const AccountForm = ({ title, act, submission, done, asked, children }: Props) => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (asked) heading.current?.focus();
  }, []);
  return (
    <form
      class="account-part"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        void submission.submit();
      }}
    >
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
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
