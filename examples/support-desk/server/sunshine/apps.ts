import { Hono } from 'hono';
import type { Deps } from '../domain/deps';
import { multiConversation } from '../domain/settings/settings';
import type { Json } from '../model/entities';

const appView = (deps: Pick<Deps, 'settings'>): Json => {
  const { app, messenger } = deps.settings();
  const { multiConvoEnabled } = multiConversation(deps.settings());
  return {
    id: messenger.appId,
    displayName: app.name,
    settings: { multiConvoEnabled, echoPostback: app.echoPostback },
    metadata: {},
  };
};

/** `GET /apps` and `GET /apps/{appId}`: a desk is one app. */
export const appRoutes = (deps: Pick<Deps, 'settings'>): Hono => {
  const routes = new Hono();
  routes.get('/apps', (c) => c.json({ apps: [appView(deps)], meta: { hasMore: false }, links: {} }));
  routes.get('/apps/:appId', (c) => c.json({ app: appView(deps) }));
  return routes;
};
