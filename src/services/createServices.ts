import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import { describeClient, SDK_VERSION } from './clientInfo';
import { createHttp, type Http, type HttpRules } from './http';
import { createMessaging } from './messaging';
import { RequestError } from './requestError';

/** Who the services speak for, read anew for each call. */
export type Identity = {
  clientId(): string;
  appUserId(): string | undefined;
  /** The value of the Authorization header, where there is a credential. */
  authorization(): string | undefined;
};

/**
 * Makes calls of the messaging service.
 * @param authorization the header, read anew for each attempt; the visitor's own by default
 * @param rules what is done about refusals and about visitors who change; those of all other calls by default
 * @param baseUrl what every path is appended to; the messaging service's by default
 * @param send what sends the requests; `fetch` by default
 */
export type Connect = (
  authorization?: () => string | undefined,
  rules?: HttpRules,
  baseUrl?: string,
  send?: typeof fetch,
) => Http;

/** What an app may be called: its id stands in addresses, headers and channel names as it is. */
const APP_ID = /^[\w\-!~()$@]{1,200}$/;

/** Why a configuration leads to no service; undefined where it does. */
const problemOf = (suncoUrl: string, appId: string): string | undefined => {
  if (!APP_ID.test(appId)) return "The configuration's appId is missing or no id";
  try {
    if (/^https?:\/\/[^/]/i.test(suncoUrl) && new URL(suncoUrl)) return undefined;
  } catch {
    // Told below.
  }
  return "The configuration's baseUrl is missing or no http address";
};

/** The network side of the composition root. */
export const createServices = (
  deps: HttpRules & {
    fetch: typeof fetch;
    clock: Clock;
    page: Page;
    suncoUrl: string;
    appId: string;
    integrationId: string;
    /** This page's session with the service. */
    sessionId: string;
    identity: Identity;
  },
) => {
  const { identity, appId, page, integrationId } = deps;
  const problem = problemOf(deps.suncoUrl, appId);
  const connect: Connect = (
    authorization = identity.authorization,
    { epoch, recover, onRefused, restarting } = deps,
    baseUrl = `${deps.suncoUrl}/v2/apps/${appId}`,
    send = deps.fetch,
  ) => {
    // Asked all the same, somebody else would answer, or nobody and again.
    if (problem) return () => Promise.reject(new RequestError('malformed', problem));
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
    /** Those of all calls that ask for no others. */
    rules: deps as HttpRules,
    messaging: createMessaging(http),
    client,
    author: () => ({
      role: 'appUser' as const,
      appUserId: identity.appUserId() ?? '',
      sessionId: deps.sessionId,
      client: client(),
    }),
  };
};
