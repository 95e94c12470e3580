import type { AgentApi } from '../api';
import type { ApiFailure } from '../apiResult';

/** Ends the link of a visitor's channel. @returns whether it worked */
export type Unlink = (appUserId: string, clientId: string) => Promise<boolean>;

export const createUnlink =
  (api: Pick<AgentApi, 'unlink'>, onFailure: (failure: ApiFailure) => void): Unlink =>
  async (appUserId, clientId) => {
    const answer = await api.unlink(appUserId, clientId);
    if (!answer.ok) onFailure(answer.failure);
    return answer.ok;
  };
