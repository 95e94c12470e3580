import { listOf, obj } from '@porch/messenger/wire/decode';
import type { AgentSavedReply } from '../../shared/answers/work';
import type { AgentSavedReplyBody } from '../../shared/bodies/work';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeSavedReply } from '../model/decode';

export type SavedRepliesApi = {
  read(): Promise<ApiResult<AgentSavedReply[]>>;
  /** Changes the reply with this id; without an id, adds one. `conflict`: another reply has the shortcut, or somebody has changed it. */
  save(body: AgentSavedReplyBody, id?: string): Promise<ApiResult<AgentSavedReply>>;
  /** Deletes a reply. Succeeds if it is already missing. */
  remove(id: string): Promise<ApiResult<undefined>>;
};

export const createSavedRepliesApi = (call: ApiCall): SavedRepliesApi => {
  const at = (id: string): string => `/saved-replies/${encodeURIComponent(id)}`;
  return {
    read: () => call('/saved-replies', (answer) => listOf(obj(answer).replies, decodeSavedReply)),
    save: async (body, id) => {
      const path = id === undefined ? '/saved-replies' : at(id);
      const result = await call(path, (answer) => decodeSavedReply(obj(answer).reply), body);
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
    },
    remove: (id) => call(`${at(id)}/delete`, () => undefined, {}),
  };
};
