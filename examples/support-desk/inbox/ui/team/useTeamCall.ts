import type { ApiResult } from '../../apiResult';
import { refusalWords } from '../../apiResult';
import { useDesk } from '../view';

/**
 * Makes a call about the team.
 * @returns resolves to the answer, or to what went wrong in words
 */
export const useTeamCall = () => {
  const { fail } = useDesk().workspace;
  return async <T>(call: Promise<ApiResult<T>>): Promise<{ value: T } | { wrong: string }> => {
    const answer = await call;
    if (answer.ok) return { value: answer.value };
    fail(answer.failure);
    return { wrong: refusalWords(answer) };
  };
};
