import { type Context, Hono } from 'hono';
import type { AgentSavedView, AgentSavedViewsAnswer } from '../../shared/answers/work';
import { viewBody } from '../../shared/bodies/views';
import { removeView, saveView } from '../domain/conversations/savedViews';
import type { Deps } from '../domain/deps';
import { seconds } from '../domain/views';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import type { SavedView } from '../model/settingsEntities';

const viewOf = ({ id, agentId, savedAt, ...view }: SavedView): AgentSavedView => ({
  _id: id,
  ...view,
  shared: agentId === null,
  savedAt: seconds(savedAt),
});

/** The views that agents have saved. */
export const agentViewRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  const save = async (c: Context, id?: string) => {
    const { savedAt, name, ...input } = await readBody(c, viewBody);
    return { view: viewOf(await saveView(deps, callerOf(c), { id, name: name.trim(), ...input }, savedAt)) };
  };

  routes.get('/views', async (c) => {
    const caller = callerOf(c);
    const views = await deps.store.savedViews(caller.kind === 'agent' ? caller.agent.id : undefined);
    const answer: AgentSavedViewsAnswer = { views: views.map(viewOf) };
    return c.json(answer);
  });

  routes.post('/views', async (c) => c.json(await save(c), 201));

  routes.post('/views/:id', async (c) => c.json(await save(c, c.req.param('id'))));

  routes.post('/views/:id/delete', async (c) => {
    await removeView(deps, callerOf(c), c.req.param('id'));
    return c.json({});
  });

  return routes;
};
