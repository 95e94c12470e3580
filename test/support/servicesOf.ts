import type { Clock } from '../../src/platform/clock';
import { createServices } from '../../src/services/createServices';
import type { HttpRules } from '../../src/services/http';
import { createFakePage } from './fakePage';

/** The network side of a messenger whose messaging service is at `{origin}/sc/sdk`, over the fetch there is. */
export const servicesOf = (
  origin: string,
  clock: Clock,
  authorization: () => string | undefined,
  rules: HttpRules = {},
) =>
  createServices({
    fetch: (...args) => fetch(...args),
    clock,
    page: createFakePage(),
    suncoUrl: `${origin}/sc/sdk`,
    appId: 'porch',
    integrationId: 'web',
    sessionId: 'session',
    identity: { clientId: () => 'client', appUserId: () => 'u', authorization },
    ...rules,
  });
