import type { Context } from 'hono';
import { DeskError, type Refusal } from '../model/deskError';
import { agentCallerOf } from './callerOf';
import type { Rates } from './rates';

/** Runs what needs the signed-in agent's password. Wrong ones are counted per session, which somebody may have stolen. */
export const countInSession = <T>(
  rates: Pick<Rates, 'checkAccount' | 'failedAccount'>,
  c: Context,
  work: () => Promise<T>,
): Promise<T> => {
  const { agent, sessionId } = agentCallerOf(c);
  return countWrong(rates, c, `${agent.email} session ${sessionId}`, 'forbidden', work);
};

/**
 * Runs what needs a password, and counts a wrong one against the account, which delays its next attempts.
 * @param account the key of the count: an email, with a browser or a session if that is counted separately
 * @param wrong the code of the refusal
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
