import { Hono } from 'hono';
import { presenceBody } from '../../shared/bodies/work';
import type { Presence } from '../domain/team/presence';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';

/** `POST /agent/api/presence`: an inbox reports every minute that it is open, and whether its agent is away. */
export const agentPresenceRoutes = ({ presence }: { presence: Presence }): Hono => {
  const routes = new Hono();
  routes.post('/presence', async (c) => {
    const { inbox, away } = await readBody(c, presenceBody);
    const caller = callerOf(c);
    await presence.take(inbox, away, caller.kind === 'agent' ? caller.agent.id : undefined);
    return c.json({});
  });
  return routes;
};
