import { obj } from '../wire/decode';
import type { Http } from './http';

/** What several conversations are allowed (SPEC.md section 3 'Config response'). */
export type IntegrationSettings = { multiConvoEnabled: boolean; canUserCreateMoreConversations: boolean };

/**
 * `GET /v2/integrations/{integrationId}/config`; wrapped in `config` or bare (FACTS.md 2.2). What is not said is not
 * allowed. Rejects with a `RequestError`.
 * @param http bound to the service's base, `{suncoUrl}/v2`
 */
export const fetchIntegration = async (http: Http, integrationId: string): Promise<IntegrationSettings> => {
  const answer = obj(await http('GET', `/integrations/${encodeURIComponent(integrationId)}/config`));
  const { app, integration } = 'integration' in answer ? answer : obj(answer.config);
  return {
    multiConvoEnabled: obj(obj(app).settings).multiConvoEnabled === true,
    canUserCreateMoreConversations: obj(integration).canUserCreateMoreConversations === true,
  };
};
