import type { AgentIntegration } from '../../shared/answers/integrations';
import type { IntegrationBody } from '../../shared/bodies/integrations';
import type { ApiCall, ApiResult } from '../model/apiResult';
import {
  type DeliveryPage,
  decodeDeliveries,
  decodeIntegrations,
  type IntegrationList,
} from '../model/decodeIntegrations';

/** The part of the agent API about bots, bridges and their webhooks. All of it is for admins. */
export type IntegrationsApi = {
  all(): Promise<ApiResult<IntegrationList>>;
  make(displayName: string): Promise<ApiResult<undefined>>;
  change(id: string, change: IntegrationBody): Promise<ApiResult<undefined>>;
  remove(id: AgentIntegration['id']): Promise<ApiResult<undefined>>;
  makeWebhook(id: string, target: string, triggers: readonly string[]): Promise<ApiResult<undefined>>;
  removeWebhook(id: string, webhookId: string): Promise<ApiResult<undefined>>;
  /** Newest first; `before` is the `next` of the previous page. */
  deliveries(webhookId: string, before?: string): Promise<ApiResult<DeliveryPage>>;
  /** Sends a delivery once more. */
  repeat(deliveryId: string): Promise<ApiResult<undefined>>;
};

const nothing = () => undefined;

export const createIntegrationsApi = (call: ApiCall): IntegrationsApi => {
  const at = (id: string): string => `/integrations/${encodeURIComponent(id)}`;
  const remove = (path: string) => call(path, nothing, undefined, { method: 'DELETE' });
  return {
    all: () => call('/integrations', decodeIntegrations),
    make: (displayName) => call('/integrations', nothing, { displayName }),
    change: (id, change) => call(at(id), nothing, change, { method: 'PATCH' }),
    remove: (id) => remove(at(id)),
    makeWebhook: (id, target, triggers) => call(`${at(id)}/webhooks`, nothing, { target, triggers }),
    removeWebhook: (id, webhookId) => remove(`${at(id)}/webhooks/${encodeURIComponent(webhookId)}`),
    deliveries: (webhookId, before) =>
      call(
        `/webhooks/${encodeURIComponent(webhookId)}/deliveries${before === undefined ? '' : `?before=${before}`}`,
        decodeDeliveries,
      ),
    repeat: (id) => call(`/deliveries/${encodeURIComponent(id)}/repeat`, nothing, {}),
  };
};
