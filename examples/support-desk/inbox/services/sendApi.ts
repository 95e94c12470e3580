import { obj } from '@porch/messenger/wire/decode';
import type { AgentMessage, AgentMessagesAnswer } from '../../shared/answers/messages';
import type { FollowUpBody } from '../../shared/bodies/acts';
import type { AgentSendBody } from '../../shared/bodies/messages';
import type { Followed } from '../model/acts';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeAgentMessages } from '../model/decode';
import { decodeFollowed } from '../model/decodeSaved';

/** A stored message, and what followed it. */
export type Sent = { message: AgentMessage; followed?: Followed };

export type SendApi = {
  /** Returns the stored message. An answer with any other number of messages is a `server` failure. */
  send(conversationId: string, body: AgentSendBody, how?: { keepalive?: boolean }): Promise<ApiResult<Sent>>;
  /** Does what follows a message, as far as it is not done yet. */
  followUp(conversationId: string, messageId: string, body: FollowUpBody): Promise<ApiResult<Followed>>;
};

/** The answer to a send must have exactly one message. */
export const oneMessage = (result: ApiResult<AgentMessagesAnswer>): ApiResult<AgentMessage> => {
  if (!result.ok) return result;
  const [message, ...others] = result.value.messages;
  return message && others.length === 0 ? { ok: true, value: message } : { ok: false, failure: 'server' };
};

/** Sends messages, and what follows them. */
export const createSendApi = (call: ApiCall): SendApi => {
  const at = (id: string): string => `/conversations/${encodeURIComponent(id)}/messages`;
  return {
    send: async (id, body, how) => {
      const decode = (answer: unknown) => ({
        ...decodeAgentMessages(answer),
        followed: decodeFollowed(obj(answer).followUp),
      });
      const result = await call(at(id), decode, body, how);
      if (!result.ok) return result;
      const one = oneMessage(result);
      return one.ok ? { ok: true, value: { message: one.value, followed: result.value.followed } } : one;
    },
    followUp: async (id, messageId, body) => {
      const path = `${at(id)}/${encodeURIComponent(messageId)}/follow-up`;
      const result = await call(path, decodeFollowed, body);
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
    },
  };
};
