import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import { describeClient, SDK_VERSION } from './clientInfo';
import { createHttp } from './http';
import { createMessaging } from './messaging';

/** Who the services speak for, read anew for each call. */
export type Identity = {
  clientId(): string;
  appUserId(): string | undefined;
  /** The value of the Authorization header, where there is a credential. */
  authorization(): string | undefined;
};

/** The network side of the composition root. */
export const createServices = (deps: {
  fetch: typeof fetch;
  clock: Clock;
  page: Page;
  suncoUrl: string;
  appId: string;
  integrationId: string;
  /** This page's session with the service. */
  sessionId: string;
  identity: Identity;
  epoch?: () => unknown;
  recover?: (status: 401 | 403) => Promise<boolean>;
  onRefused?: (status: 401 | 403) => void;
}) => {
  const { identity, appId, page, integrationId } = deps;
  const http = createHttp({
    fetch: deps.fetch,
    clock: deps.clock,
    baseUrl: `${deps.suncoUrl}/v2/apps/${appId}`,
    epoch: deps.epoch,
    recover: deps.recover,
    onRefused: deps.onRefused,
    headers() {
      const authorization = identity.authorization();
      return {
        'x-smooch-sdk': SDK_VERSION,
        'x-smooch-appid': appId,
        'x-smooch-clientid': identity.clientId(),
        ...(authorization && { Authorization: authorization }),
      };
    },
  });
  const client = () => describeClient(page, identity.clientId(), integrationId);
  return {
    http,
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
