import type { Context } from 'hono';
import { DeskError, type Refusal } from '../model/deskError';
import { agentCallerOf } from './callerOf';
import type { Rates } from './rates';

/** Does what needs the password of who has signed in: wrong ones are counted in one session, which somebody may have stolen. */
export const countInSession = <T>(
  rates: Pick<Rates, 'checkAccount' | 'failedAccount'>,
  c: Context,
  work: () => Promise<T>,
): Promise<T> => {
  const { agent, sessionId } = agentCallerOf(c);
  return countWrong(rates, c, `${agent.email} session ${sessionId}`, 'forbidden', work);
};

/**
 * Does what needs a password, and counts a wrong one against the account, whose next tries wait.
 * @param account whose count it is: an email, with a browser or a session where that is counted apart
 * @param wrong what a wrong password is refused as
 * @throws too_many after too many wrong ones
 */
export const countWrong = async <T>(
  rates: Pick<Rates, 'checkAccount' | 'failedAccount'>,
  c: Context,
  account: string,
  wrong: Refusal,
  work: () => Promise<T>,
): Promise<T> => {
  await rates.checkAccount(c, account);
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeskError && error.code === wrong) await rates.failedAccount(account);
    throw error;
  }
};
