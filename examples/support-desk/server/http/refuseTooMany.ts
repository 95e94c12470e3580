import type { Context } from 'hono';
import { DeskError } from '../model/deskError';

/** The longest wait in an answer: a client tries again after this, even if the limit lasts a day. */
const LONGEST_WAIT_MS = 300_000;

/** Whether a call is about this moment, like typing, so that it must not be repeated later. */
const isOfTheMoment = (path: string): boolean => path.endsWith('/activity');

export const FROM_ADDRESS = 'There are too many requests from this address. Try again later';

export const MUCH_TEXT =
  'This address has sent as much text as it may in a day. Try again later, or write from another network';

export const WRONG_KEYS =
  'There were too many wrong API keys from this address. Check the key; a right one is taken at once';

/** @throws too_many always, with the time to wait in the answer's header */
export const refuse = (c: Context, waitMs: number, why = FROM_ADDRESS): never => {
  if (!isOfTheMoment(c.req.path)) {
    c.header('Retry-After', String(Math.ceil(Math.min(waitMs, LONGEST_WAIT_MS) / 1000)));
  }
  throw new DeskError('too_many', why);
};
