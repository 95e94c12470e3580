import { type ChannelClient, decodeChannelClients, decodeIntegrations } from '../wire/channels';
import { list, obj, str } from '../wire/decode';
import type { Http } from './http';
import { given, RequestError } from './requestError';

const id = encodeURIComponent;

/** Rethrows a call's error with another message, unless the call was canceled. */
const failsAs = (message: string) => (error: RequestError) => {
  throw error.isActionCancelled ? error : new RequestError(error.kind, message, error.status, error.code);
};

/** The link with which a visitor continues on another channel. */
export type LinkRequest = { integrationId: string; type?: string; code?: string; url: string };

/**
 * `GET /appusers/{appUserId}/linkrequest`; the answer must hold exactly one link request.
 * @throws RequestError 'Failed to fetch link request for integration {channelId}'
 */
export const fetchLinkRequest = async (
  http: Http,
  appUserId: string,
  integrationId: string,
): Promise<LinkRequest> => {
  const failure = `Failed to fetch link request for integration ${integrationId}`;
  const path = `/appusers/${id(appUserId)}/linkrequest?integrationIds=${id(integrationId)}`;
  const answer = await http('GET', path).catch(failsAs(failure));
  const requests = list(obj(answer).linkRequests);
  const only = obj(requests[0]);
  const url = str(only.url);
  if (requests.length !== 1 || !url) throw new RequestError('network', failure);
  return { integrationId, type: str(only.type), code: str(only.code), url };
};

/**
 * `DELETE /appusers/{appUserId}/clients/{clientId}`.
 * @throws RequestError 'An error occurred removing the channel.'
 */
export const unlinkChannel = async (http: Http, appUserId: string, clientId: string): Promise<void> => {
  const path = `/appusers/${id(appUserId)}/clients/${id(clientId)}`;
  await http('DELETE', path).catch(failsAs('An error occurred removing the channel.'));
};

/**
 * The channels of `GET /v2/integrations/{integrationId}/config`, and its policy of retries. Rejects with a
 * `RequestError`.
 * @param http bound to `{suncoUrl}/v2`
 */
export const fetchChannels = async (http: Http, integrationId: string) => {
  const answer = obj(await http('GET', `/integrations/${id(integrationId)}/config`));
  given(answer.config ?? answer.integrations ?? answer.integration, 'Failed to fetch the channels');
  return decodeIntegrations(answer);
};

/** The visitor's accounts in channels, of `GET /appusers/{appUserId}`. Rejects with a `RequestError`. */
export const fetchChannelClients = async (http: Http, appUserId: string): Promise<ChannelClient[]> => {
  const answer = obj(await http('GET', `/appusers/${id(appUserId)}`));
  given(answer.appUser, 'The service gave no user');
  return decodeChannelClients(answer);
};
