import { Hono } from 'hono';
import * as v from 'valibot';
import type { Presence } from '../domain/team/presence';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';

const body = v.object({
  inbox: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'must be an id')),
  away: v.optional(v.boolean(), false),
});

/** `POST /agent/api/presence`: an inbox tells every minute that it is open, and whether its agent is away. */
export const agentPresenceRoutes = ({ presence }: { presence: Presence }): Hono => {
  const routes = new Hono();
  routes.post('/presence', async (c) => {
    const { inbox, away } = await readBody(c, body);
    const caller = callerOf(c);
    await presence.take(inbox, away, caller.kind === 'agent' ? caller.agent.id : undefined);
    return c.json({});
  });
  return routes;
};
