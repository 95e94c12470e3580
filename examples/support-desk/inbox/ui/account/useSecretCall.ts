import type { ApiResult } from '../../model/apiResult';
import { attemptWords } from '../../state/account/signingIn';
import { useDesk } from '../parts/view';

/**
 * Makes a call that needs a password or a code.
 * @param onDone gets the desk's answer
 * @returns resolves to what went wrong, if anything; `wrong` is the text for a wrong password
 */
export const useSecretCall = () => {
  const { fail } = useDesk().workspace;
  return async <T>(
    call: Promise<ApiResult<T>>,
    wrong: string,
    onDone: (value: T) => void = () => undefined,
  ): Promise<string | undefined> => {
    const answer = await call;
    if (answer.ok) {
      onDone(answer.value);
      return undefined;
    }
    fail(answer.failure);
    return attemptWords(answer, wrong);
  };
};
