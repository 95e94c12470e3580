import { decodeIntegration, type IntegrationSettings } from '../wire/integration';
import type { Http } from './http';
import { given } from './requestError';

/**
 * `GET /v2/integrations/{integrationId}/config`. Rejects with a `RequestError`.
 * @param http bound to the service's base, `{suncoUrl}/v2`
 */
export const fetchIntegration = async (http: Http, integrationId: string): Promise<IntegrationSettings> =>
  given(
    decodeIntegration(await http('GET', `/integrations/${encodeURIComponent(integrationId)}/config`)),
    'Failed to fetch the integration',
  );
