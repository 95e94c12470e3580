import { DeskError } from '../model/deskError';

/**
 * Awaits an answer of Redis.
 * @param the unavailable feature, as the first word of a sentence
 * @throws unavailable instead of the client's errors
 */
export const orUnavailable = <T>(answer: Promise<T>, what: string): Promise<T> =>
  answer.catch(() => {
    throw new DeskError('unavailable', `${what} are not available at the moment. Try again in a moment`);
  });
