import { problemOf } from '../model/baseUrls';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Author, ClientInfo } from '../wire/client';
import { clientHeaders, describeClient } from '../wire/clientInfo';
import type { createHttp, Http, HttpDeps, HttpRules } from './http';
import { createMessaging, type Messaging } from './messaging';
import { RequestError } from './requestError';

/** The visitor and client that calls are made for; read again for each call. */
type Credentials = {
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

export type Services = {
  /** Calls the messaging service as the visitor. */
  http: Http;
  connect: Connect;
  /** The default rules of all calls. */
  rules: HttpRules;
  messaging: Messaging;
  client(): ClientInfo;
  /** The visitor, as the author of what they send. */
  author(): Author;
};

/** Loads what makes the calls. */
type LoadHttp = () => Promise<{ createHttp: typeof createHttp }>;

/**
 * Makes calls once their file has loaded, and at once from then on, so that a logout's call is signed before the
 * visitor is forgotten. Without the file, a call fails like an unanswered one.
 */
const createArriving = (load: LoadHttp) => {
  let file: Awaited<ReturnType<LoadHttp>> | undefined;
  return (deps: HttpDeps): Http => {
    let http: Http | undefined;
    return async (...call) => {
      if (!file) {
        const before = deps.epoch?.();
        file = await load().catch(() => undefined);
        if (!file) throw new RequestError('network', 'No file');
        if (deps.epoch?.() !== before) throw new RequestError('cancelled', 'Another visitor');
      }
      http ??= file.createHttp(deps);
      return http(...call);
    };
  };
};

/** Creates the network services for the composition root. */
export const createServices = (
  deps: HttpRules & {
    fetch: typeof fetch;
    loadHttp: LoadHttp;
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
  const arriving = createArriving(deps.loadHttp);
  const connect: Connect = (
    authorization = identity.authorization,
    { epoch, recover, onRefused, restarting } = deps,
    baseUrl = `${deps.suncoUrl}/v2/apps/${appId}`,
    send = deps.fetch,
  ) => {
    // A request to a wrong address would reach another server, or fail and be retried forever.
    if (problem)
      return () => Promise.reject(new RequestError('malformed', `The configuration has no valid ${problem}`));
    return arriving({
      fetch: send,
      clock: deps.clock,
      baseUrl,
      epoch,
      recover,
      onRefused,
      restarting,
      headers: () => clientHeaders(appId, identity.clientId(), authorization()),
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
