import type { ApiResult } from '../../model/apiResult';
import { refusalWords } from '../../model/apiResult';
import { attemptWords } from '../../state/account/signingIn';
import { useDesk } from '../parts/view';

/**
 * Makes a call about the team.
 * @returns a function whose `proven` means that the call has the admin's password. It resolves to the answer, or to
 * what went wrong
 */
export const useTeamCall = () => {
  const { fail } = useDesk().workspace;
  return async <T>(
    call: Promise<ApiResult<T>>,
    proven = false,
  ): Promise<{ value: T } | { wrong: string }> => {
    const answer = await call;
    if (answer.ok) return { value: answer.value };
    fail(answer.failure);
    return { wrong: proven ? attemptWords(answer, 'The password is not right.') : refusalWords(answer) };
  };
};
