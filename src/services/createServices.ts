import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Author, ClientInfo } from '../wire/client';
import { describeClient, SDK_VERSION } from './clientInfo';
import { createHttp, type Http, type HttpRules } from './http';
import { createMessaging, type Messaging } from './messaging';
import { RequestError } from './requestError';

/** The visitor and client that calls are made for; read again for each call. */
export type Credentials = {
  clientId(): string;
  appUserId: { readonly value: string | undefined };
  /** The value of the Authorization header, if there is a credential. */
  authorization(): string | undefined;
};

/**
 * Creates a function that calls the messaging service.
 * @param authorization returns the Authorization header for each attempt; the visitor's own by default
 * @param rules how to handle refused calls and a change of visitor; the shared rules by default
 * @param baseUrl the prefix of every path; the messaging service's by default
 * @param send sends the requests; `fetch` by default
 */
export type Connect = (
  authorization?: () => string | undefined,
  rules?: HttpRules,
  baseUrl?: string,
  send?: typeof fetch,
) => Http;

/** Valid app ids. The id is used unescaped in addresses, headers and channel names. */
const APP_ID = /^[\w\-!~()$@]{1,200}$/;

/** Returns which field of the configuration is invalid, or undefined if both are valid. */
const problemOf = (suncoUrl: string, appId: string): 'appId' | 'baseUrl' | undefined => {
  if (!APP_ID.test(appId)) return 'appId';
  try {
    if (/^https?:\/\/[^/]/i.test(suncoUrl) && new URL(suncoUrl)) return undefined;
  } catch {
    // An invalid address is reported below.
  }
  return 'baseUrl';
};

export type Services = {
  /** Calls the messaging service as the visitor. */
  http: Http;
  connect: Connect;
  /** The default rules of all calls. */
  rules: HttpRules;
  messaging: Messaging;
  /** Describes this client. */
  client(): ClientInfo;
  /** The visitor, as the author of what they send. */
  author(): Author;
};

/** Creates the network services for the composition root. */
export const createServices = (
  deps: HttpRules & {
    fetch: typeof fetch;
    clock: Clock;
    page: Page;
    suncoUrl: string;
    appId: string;
    integrationId: string;
    /** Identifies this page's session to the service. */
    sessionId: string;
    identity: Credentials;
  },
): Services => {
  const { identity, appId, page, integrationId } = deps;
  const problem = problemOf(deps.suncoUrl, appId);
  const connect: Connect = (
    authorization = identity.authorization,
    { epoch, recover, onRefused, restarting } = deps,
    baseUrl = `${deps.suncoUrl}/v2/apps/${appId}`,
    send = deps.fetch,
  ) => {
    // A request to a wrong address would reach another server, or fail and be retried for ever.
    if (problem)
      return () => Promise.reject(new RequestError('malformed', `The configuration has no valid ${problem}`));
    return createHttp({
      fetch: send,
      clock: deps.clock,
      baseUrl,
      epoch,
      recover,
      onRefused,
      restarting,
      headers() {
        const credential = authorization();
        return {
          'x-smooch-sdk': SDK_VERSION,
          'x-smooch-appid': appId,
          'x-smooch-clientid': identity.clientId(),
          ...(credential && { Authorization: credential }),
        };
      },
    });
  };
  const http = connect();
  const client = () => describeClient(page, identity.clientId(), integrationId);
  return {
    http,
    connect,
    rules: deps,
    messaging: createMessaging(http),
    client,
    author: () => ({
      role: 'appUser',
      appUserId: identity.appUserId.value ?? '',
      sessionId: deps.sessionId,
      client: client(),
    }),
  };
};
