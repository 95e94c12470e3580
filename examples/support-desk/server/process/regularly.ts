/**
 * Runs rounds one after another; a round that is due while another runs is skipped.
 * @param round gets a signal that is aborted at the end
 * @param everyMs how often a round is due
 * @param onFailure gets the error of a round
 * @returns stops the rounds, and resolves once the current one has ended
 */
export const runRegularly = (
  round: (signal: AbortSignal) => Promise<unknown>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) => {
  const ended = new AbortController();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= round(ended.signal)
      .then(() => undefined, onFailure)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    ended.abort();
    await running;
  };
};
