import type { Clock } from '../../src/platform/clock';
import { createServices } from '../../src/services/createServices';
import type { HttpRules } from '../../src/services/http';
import { createFakePage } from './fakePage';

/**
 * The network services of a messenger. Uses the global fetch and the messaging service at `{origin}/sc/sdk`.
 */
export const servicesOf = (
  origin: string,
  clock: Clock,
  authorization: () => string | undefined,
  rules: HttpRules = {},
) =>
  createServices({
    fetch: (...args) => fetch(...args),
    loadHttp: () => import('../../src/services/http'),
    clock,
    page: createFakePage(),
    suncoUrl: `${origin}/sc/sdk`,
    appId: 'porch',
    integrationId: 'web',
    sessionId: 'session',
    identity: { clientId: () => 'client', appUserId: { value: 'u' }, authorization },
    ...rules,
  });
