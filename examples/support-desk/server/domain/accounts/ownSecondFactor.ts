import type { AgentRow } from '../../model/accountEntities';
import { DeskError } from '../../model/deskError';
import type { AccountDeps } from './access';
import { note } from './audit';
import { changeOwn, provePassword, type Self } from './ownAccount';
import { newSecondFactor, takeCode } from './secondFactor';

/** Starts a second factor. @throws conflict if there is one; bad_request and forbidden without the right password */
export const beginSecondFactor = async (
  deps: AccountDeps,
  self: Self,
  password: string | undefined,
): Promise<{ uri: string; recoveryCodes: string[] }> => {
  const check = await provePassword(deps, self, password);
  const made = await newSecondFactor('Porch', self.agent.email);
  await changeOwn(deps, self, async (_tx, own) => {
    check(own);
    if (own.secondFactor?.confirmed) throw new DeskError('conflict', 'There is a second factor already');
    return { secondFactor: made.factor };
  });
  return { uri: made.uri, recoveryCodes: made.recoveryCodes };
};

/** Confirms the second factor, which takes effect. @throws bad_request for a wrong code; conflict if none was started */
export const confirmSecondFactor = (deps: AccountDeps, self: Self, code: string): Promise<AgentRow> =>
  changeOwn(deps, self, async (tx, { secondFactor }) => {
    if (!secondFactor || secondFactor.confirmed)
      throw new DeskError('conflict', 'There is no second factor to confirm');
    const taken = await takeCode(secondFactor, code, deps.now());
    if (!taken) throw new DeskError('bad_request', 'The code is wrong');
    await note(deps, tx, self, { action: 'second-factor-added' });
    return { secondFactor: { ...taken, confirmed: true } };
  });

/** Removes the second factor. @throws forbidden for a wrong password */
export const removeSecondFactor = async (
  deps: AccountDeps,
  self: Self,
  password: string | undefined,
): Promise<void> => {
  const check = await provePassword(deps, self, password);
  await changeOwn(deps, self, async (tx, own) => {
    check(own);
    if (own.secondFactor?.confirmed) await note(deps, tx, self, { action: 'second-factor-removed' });
    return { secondFactor: null };
  });
};
