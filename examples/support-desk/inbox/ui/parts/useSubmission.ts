import { useState } from 'react';

export type Submission = {
  /** Whether it is in progress. */
  busy: boolean;
  /** Why it failed. */
  problem: string | undefined;
  clearProblem(): void;
  /** Does nothing while in progress. */
  submit(): Promise<void>;
};

/**
 * Runs the submission of a form, one at a time.
 * @param run resolves to what went wrong, if anything; then the form stays
 * @param onDone called on success
 */
export const useSubmission = (run: () => Promise<string | undefined>, onDone: () => void): Submission => {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  return {
    busy,
    problem,
    clearProblem: () => setProblem(undefined),
    submit: async () => {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      const wrong = await run();
      setBusy(false);
      if (wrong) setProblem(wrong);
      else onDone();
    },
  };
};
