import type { ApiResult } from '../../apiResult';
import { attemptWords } from '../../state/signingIn';
import { useDesk } from '../view';

/**
 * Makes a call that needs a password or a code.
 * @returns resolves to what went wrong in words, if anything did; `wrong` is said of a wrong password
 */
export const useSecretCall = () => {
  const { fail } = useDesk().workspace;
  return async (call: Promise<ApiResult<undefined>>, wrong: string): Promise<string | undefined> => {
    const answer = await call;
    if (answer.ok) return undefined;
    fail(answer.failure);
    return attemptWords(answer, wrong);
  };
};
