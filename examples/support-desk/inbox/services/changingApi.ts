import { obj } from '@porch/messenger/wire/decode';
import type { AgentMessage } from '../../shared/answers/messages';
import type { AgentEditBody } from '../../shared/bodies/messages';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeAgentMessage } from '../model/decode';

/** Changes messages that the agent has sent. Each call returns the message's new version. */
export type ChangingApi = {
  edit(conversationId: string, messageId: string, body: AgentEditBody): Promise<ApiResult<AgentMessage>>;
  /** Deletes a message: a placeholder stays. */
  remove(conversationId: string, messageId: string): Promise<ApiResult<AgentMessage>>;
};

/** Throws if there is no message. */
const decode = (answer: unknown): AgentMessage => {
  const message = decodeAgentMessage(obj(answer).message);
  if (!message) throw new TypeError('The answer has no message');
  return message;
};

export const createChangingApi = (call: ApiCall): ChangingApi => {
  const at = (id: string, messageId: string): string =>
    `/conversations/${encodeURIComponent(id)}/messages/${encodeURIComponent(messageId)}`;
  return {
    edit: (id, messageId, body) => call(`${at(id, messageId)}/edit`, decode, body),
    remove: (id, messageId) => call(at(id, messageId), decode, undefined, { method: 'DELETE' }),
  };
};
