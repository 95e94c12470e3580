import { listOf, obj } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { AgentSavedFile } from '../../shared/answers/acts';
import type { AgentSavedRepliesAnswer, AgentSavedReply } from '../../shared/answers/work';
import type { AgentSavedReplyBody } from '../../shared/bodies/work';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeSavedFile, decodeSavedReply } from '../model/decodeSaved';

export type SavedRepliesApi = {
  read(): Promise<ApiResult<AgentSavedRepliesAnswer>>;
  /** Changes the reply with this id; without an id, adds one. `conflict`: another reply has the shortcut, or somebody has changed it. */
  save(body: AgentSavedReplyBody, id?: string): Promise<ApiResult<AgentSavedReply>>;
  /** Deletes a reply. Succeeds if it is already missing. */
  remove(id: string): Promise<ApiResult<undefined>>;
  /** Uploads a file for saved replies. */
  upload(file: File): Promise<ApiResult<AgentSavedFile>>;
};

export const createSavedRepliesApi = (call: ApiCall): SavedRepliesApi => {
  const at = (id: string): string => `/saved-replies/${encodeURIComponent(id)}`;
  const some = <T>(result: ApiResult<T | undefined>): ApiResult<T> => {
    if (!result.ok) return result;
    return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
  };
  return {
    read: () =>
      call('/saved-replies', (answer) => ({
        replies: listOf(obj(answer).replies, decodeSavedReply),
        unusedTags: listOf(obj(answer).unusedTags, shownLabel),
      })),
    save: async (body, id) => {
      const path = id === undefined ? '/saved-replies' : at(id);
      return some(await call(path, (answer) => decodeSavedReply(obj(answer).reply), body));
    },
    remove: (id) => call(`${at(id)}/delete`, () => undefined, {}),
    upload: async (file) => {
      const form = new FormData();
      form.append('source', file, file.name);
      return some(await call('/saved-reply-files', (answer) => decodeSavedFile(obj(answer).file), form));
    },
  };
};
