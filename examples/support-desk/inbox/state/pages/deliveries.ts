import type { AgentDelivery } from '../../../shared/answers/integrations';
import type { ApiFailure, ApiResult } from '../../model/apiResult';
import type { IntegrationsApi } from '../../services/integrationsApi';
import { createPaged, type Paged } from '../parts/paged';

/** The deliveries to a webhook, newest first. */
type DeliveryLog = Paged<AgentDelivery> & {
  /** Sends one again. */
  repeat(id: string): Promise<ApiResult<undefined>>;
};

export const createDeliveryLog = (
  api: Pick<IntegrationsApi, 'deliveries' | 'repeat'>,
  webhookId: string,
  onFailure: (failure: ApiFailure) => void,
): DeliveryLog => {
  const paged = createPaged((before) => api.deliveries(webhookId, before), onFailure);
  return {
    ...paged,
    repeat: async (id) => {
      const answer = await api.repeat(id);
      if (answer.ok) await paged.refresh();
      else onFailure(answer.failure);
      return answer;
    },
  };
};
