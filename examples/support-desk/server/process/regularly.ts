import { every } from '@porch/messenger/platform/timer';
import type { Clock } from './clock';

/**
 * Runs rounds one after another; a round that is due while another runs is skipped.
 * @param round gets a signal that is aborted at the end
 * @param everyMs how often a round is due
 * @param onFailure gets the error of a round
 * @returns stops the rounds, and resolves once the current one has ended
 */
export const runRegularly = (
  after: Clock['after'],
  round: (signal: AbortSignal) => Promise<unknown>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) => {
  const ended = new AbortController();
  let running: Promise<void> | undefined;
  const stop = every(after, everyMs, () => {
    running ??= round(ended.signal)
      .then(() => undefined, onFailure)
      .finally(() => {
        running = undefined;
      });
  });
  return async () => {
    stop();
    ended.abort();
    await running;
  };
};
