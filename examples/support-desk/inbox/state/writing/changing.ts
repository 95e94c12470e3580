import type { AgentMessage } from '../../../shared/answers/messages';
import { type ApiFailure, type ApiResult, refusalWords } from '../../model/apiResult';
import { replyBody } from '../../model/formatted';
import type { AgentApi } from '../../services/api';

/** Changes messages that the agent has sent. Each act resolves to why it failed, if it did. */
export type Changing = {
  /** @param written the new text, in Markdown */
  edit(conversationId: string, message: AgentMessage, written: string): Promise<string | undefined>;
  remove(conversationId: string, message: AgentMessage): Promise<string | undefined>;
};

type ChangingDeps = {
  api: Pick<AgentApi, 'changing'>;
  /** Merges a version of a message into its conversation. */
  receive(conversationId: string, message: AgentMessage): void;
  onFailure(failure: ApiFailure): void;
};

export const createChanging = ({ api, receive, onFailure }: ChangingDeps): Changing => {
  const take = (id: string, answer: ApiResult<AgentMessage>): string | undefined => {
    if (answer.ok) {
      receive(id, answer.value);
      return undefined;
    }
    onFailure(answer.failure);
    return refusalWords(answer);
  };
  return {
    edit: async (id, { _id }, written) => take(id, await api.changing.edit(id, _id, replyBody(written))),
    remove: async (id, { _id }) => take(id, await api.changing.remove(id, _id)),
  };
};
