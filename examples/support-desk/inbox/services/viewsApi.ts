import { listOf, obj } from '@porch/messenger/wire/decode';
import type { AgentSavedView } from '../../shared/answers/work';
import type { AgentViewBody } from '../../shared/bodies/views';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeSavedView } from '../model/decodeWork';

export type ViewsApi = {
  read(): Promise<ApiResult<AgentSavedView[]>>;
  /** Changes the view with this id; without an id, adds one. `conflict`: another view has the name, or somebody has changed it. */
  save(body: AgentViewBody, id?: string): Promise<ApiResult<AgentSavedView>>;
  /** Removes a view. Succeeds if it is already missing. */
  remove(id: string): Promise<ApiResult<undefined>>;
};

export const createViewsApi = (call: ApiCall): ViewsApi => {
  const at = (id: string): string => `/views/${encodeURIComponent(id)}`;
  return {
    read: () => call('/views', (answer) => listOf(obj(answer).views, decodeSavedView)),
    save: async (body, id) => {
      const path = id === undefined ? '/views' : at(id);
      const result = await call(path, (answer) => decodeSavedView(obj(answer).view), body);
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
    },
    remove: (id) => call(`${at(id)}/delete`, () => undefined, {}),
  };
};
