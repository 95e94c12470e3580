import { obj, str } from '@porch/messenger/wire/decode';
import { shownText } from '@porch/messenger/wire/shown';
import type { AgentConversation } from '../../shared/answers/conversations';
import type { AgentManyBody } from '../../shared/bodies/conversations';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeAgentConversation } from '../model/decode';
import { listIn } from '../model/listIn';

/** A conversation's new state, or the desk's words why it is unchanged. */
type ManyResult = { id: string; conversation?: AgentConversation; refusal?: string };

/** Changes many conversations. The order of the results is that of the conversations. */
export type ManyApi = (
  body: AgentManyBody,
  how?: { keepalive?: boolean },
) => Promise<ApiResult<ManyResult[]>>;

const decodeResult = (value: unknown): ManyResult => {
  const { id, conversation, error } = obj(value);
  const known = decodeAgentConversation(conversation);
  if (known) return { id: known._id, conversation: known };
  return { id: str(id) ?? '', refusal: shownText(obj(error).description) ?? 'The desk refused it' };
};

export const createManyApi =
  (call: ApiCall): ManyApi =>
  (body, how) =>
    call('/conversations/many', (answer) => listIn(answer, 'results').map(decodeResult), body, how);
