import { Hono } from 'hono';
import * as v from 'valibot';
import type { Deps } from '../domain/deps';
import { passControl, releaseControl } from '../domain/integrations/control';
import { answerFirst, changeIntegration, PEOPLE } from '../domain/integrations/integrations';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { DeskError } from '../model/deskError';
import { optionalMetadata } from './fields';
import { peopleIn, SWITCHBOARD_ID, switchboardIntegrationView, switchboardOf } from './model/integrations';

const target = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const passBody = v.object({ switchboardIntegration: target, metadata: optionalMetadata });
const switchboardBody = v.object({
  enabled: v.optional(v.literal(true, 'must be true: the switchboard is always on')),
  defaultSwitchboardIntegrationId: v.optional(target),
});
const integrationBody = v.object({
  name: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/, 'must be letters, digits, - and _'))),
  deliverStandbyEvents: v.optional(v.boolean()),
  nextSwitchboardIntegrationId: v.optional(
    v.literal(PEOPLE.id, 'must be people: they are next after each integration'),
  ),
});

const checkSwitchboard = (id: string): void => {
  if (id !== SWITCHBOARD_ID) throw new DeskError('not_found', 'There is no such switchboard');
};

/** `/apps/{appId}/switchboards`: there is one, with all integrations and people. */
export const switchboardRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  const { store } = deps;

  routes.get('/', async (c) => c.json({ switchboards: [switchboardOf(await store.integrations())] }));

  routes.patch('/:switchboardId', async (c) => {
    checkSwitchboard(c.req.param('switchboardId'));
    const { defaultSwitchboardIntegrationId: id } = await readBody(c, switchboardBody);
    if (id !== undefined) await answerFirst(deps, callerOf(c), id);
    return c.json({ switchboard: switchboardOf(await store.integrations()) });
  });

  routes.get('/:switchboardId/switchboardIntegrations', async (c) => {
    checkSwitchboard(c.req.param('switchboardId'));
    const integrations = await store.integrations();
    return c.json({
      switchboardIntegrations: [peopleIn(integrations), ...integrations.map(switchboardIntegrationView)],
    });
  });

  routes.patch('/:switchboardId/switchboardIntegrations/:id', async (c) => {
    checkSwitchboard(c.req.param('switchboardId'));
    const { name, deliverStandbyEvents } = await readBody(c, integrationBody);
    const integration = await changeIntegration(deps, callerOf(c), c.req.param('id'), {
      ...(name !== undefined && { name }),
      ...(deliverStandbyEvents !== undefined && { hearsAll: deliverStandbyEvents }),
    });
    return c.json({ switchboardIntegration: switchboardIntegrationView(integration) });
  });

  return routes;
};

/** Passes on a conversation: `…/passControl` and `…/releaseControl`. */
export const controlRoutes = (deps: Deps): Hono => {
  const routes = new Hono();

  routes.post('/:id/passControl', async (c) => {
    const { switchboardIntegration, metadata } = await readBody(c, passBody);
    await passControl(deps, c.req.param('id'), { target: switchboardIntegration, metadata }, callerOf(c));
    return c.json({});
  });

  routes.post('/:id/releaseControl', async (c) => {
    await releaseControl(deps, c.req.param('id'), callerOf(c));
    return c.json({});
  });

  return routes;
};
