import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { LineStatus } from '../../wire/voice';

/** How often a card asks whether an agent is available, in milliseconds. */
const STATUS_MS = 60_000;

export type LineDeps = {
  /** Asks for the state of a line; rejects if it is not available. */
  fetchStatus(lineId: string): Promise<LineStatus>;
  clock: Clock;
  report(message: string, cause: unknown): void;
};

/**
 * Asks for the state of a line, at once and then each minute.
 * @param take gets the state, or nothing if it is not available, and returns whether to continue
 */
export const followLine = (
  { fetchStatus, clock, report }: LineDeps,
  take: (status: LineStatus | undefined) => boolean,
) => {
  const timer = createTimer(clock);
  let asked = 0;
  const stop = () => {
    asked++;
    timer.stop();
  };
  const ask = async (lineId: string) => {
    stop();
    const mine = asked;
    const status = await fetchStatus(lineId).catch((cause: unknown) => {
      if (mine === asked) report('The voice line could not be checked', cause);
    });
    if (mine === asked && take(status || undefined)) timer.set(STATUS_MS, () => ask(lineId));
  };
  return { ask, stop };
};
