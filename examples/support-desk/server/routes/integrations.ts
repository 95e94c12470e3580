import { Hono } from 'hono';
import type { Deps } from '../domain/deps';
import { multiConversation } from '../domain/settings/settings';
import type { ReadTeam } from '../domain/team/team';
import type { OriginOf } from '../http/origin';
import { DeskError } from '../model/deskError';

/**
 * `GET /integrations/{id}/config`. The answer is both inside `config` and bare, because clients read either. `GET
 * /integrations/{id}/team` reports whether the team is there.
 */
export const integrationRoutes = (deps: Deps & { team: ReadTeam }, originOf: OriginOf): Hono => {
  const routes = new Hono();
  /** A page that was open during an upgrade requests the former one. */
  const checkId = (id: string): void => {
    if (![deps.settings().messenger.integrationId, deps.store.formerIntegrationId].includes(id))
      throw new DeskError('not_found', 'There is no such integration');
  };
  routes.get('/:integrationId/team', async (c) => {
    checkId(c.req.param('integrationId'));
    return c.json({ team: await deps.team() });
  });
  routes.get('/:integrationId/config', (c) => {
    const { app, messenger, channels, restRetryPolicy } = deps.settings();
    const { multiConvoEnabled, ...allowed } = multiConversation(deps.settings());
    const integrationId = c.req.param('integrationId');
    checkId(integrationId);
    const parts = {
      app: {
        _id: messenger.appId,
        status: 'active',
        name: app.name,
        settings: {
          multiConvoEnabled,
          echoPostback: app.echoPostback,
          endSessionEnabled: app.endSessionEnabled,
        },
      },
      integration: {
        _id: integrationId,
        type: 'web',
        ...allowed,
        attachmentsEnabled: messenger.attachmentsEnabled,
      },
      restRetryPolicy,
    };
    const baseUrl = { web: `${originOf(c)}/sc/sdk` };
    const integrations = channels.map(({ id, type, businessUsername }) => ({
      _id: id,
      type,
      businessUsername,
    }));
    return c.json({ config: { ...parts, baseUrl, integrations }, ...parts });
  });
  return routes;
};
