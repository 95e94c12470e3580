import type { AgentEmailAnswer, RefusedEmail } from '../../shared/answers/emails';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeAccepted, decodeEmail, decodeRefused, type RefusedPage } from '../model/decodeEmails';

/** The part of the agent API about incoming emails. */
export type EmailsApi = {
  /** The text of the email behind a message, with what the message leaves out. */
  ofMessage(conversationId: string, messageId: string): Promise<ApiResult<AgentEmailAnswer['email']>>;
  /** The emails that did not become messages, newest first; `before` is the `next` of the previous page. */
  refused(before?: string): Promise<ApiResult<RefusedPage>>;
  /** Turns one into a message. Resolves to its conversation. For admins. */
  accept(id: RefusedEmail['id']): Promise<ApiResult<string>>;
  /** Removes one from the list. For admins. */
  dismiss(id: RefusedEmail['id']): Promise<ApiResult<undefined>>;
};

export const createEmailsApi = (call: ApiCall): EmailsApi => {
  const at = (id: string): string => `/refused-emails/${encodeURIComponent(id)}`;
  return {
    ofMessage: (conversationId, messageId) =>
      call(
        `/conversations/${encodeURIComponent(conversationId)}/messages/${encodeURIComponent(messageId)}/email`,
        decodeEmail,
      ),
    refused: (before) =>
      call(
        `/refused-emails${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`,
        decodeRefused,
      ),
    accept: (id) => call(`${at(id)}/accept`, decodeAccepted, {}),
    dismiss: (id) => call(at(id), () => undefined, undefined, { method: 'DELETE' }),
  };
};
