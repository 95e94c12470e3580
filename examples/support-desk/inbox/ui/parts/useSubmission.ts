import { useState } from 'react';

export type Submission = {
  /** Whether it is under way. */
  busy: boolean;
  /** Why it could not be done. */
  problem: string | undefined;
  clearProblem(): void;
  /** Does nothing while it is under way. */
  submit(): Promise<void>;
};

/**
 * What a form does when it is submitted, once at a time.
 * @param run resolves to what went wrong, if anything did; then the form stays
 * @param onDone called when nothing went wrong
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
