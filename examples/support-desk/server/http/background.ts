import { failureOf, type Log } from '../process/log';

/** Does work for which an answer does not wait. A failure is logged. */
export const inBackground = (log: Pick<Log, 'warn'>, work: () => Promise<void>): void =>
  void work().catch((error: unknown) => log.warn(failureOf(error), 'work after an answer failed'));
