import { Hono } from 'hono';
import * as v from 'valibot';
import { rowOf, takeActivity } from '../domain/conversations/activity';
import type { Deps } from '../domain/deps';
import { readBody } from '../http/bodies';
import { DeskError } from '../model/deskError';
import { author, checkUser } from './authors';

const body = v.object({ author, type: v.picklist(['conversation:read', 'typing:start', 'typing:stop']) });

/** `POST /apps/{appId}/conversations/{id}/activity`: the team types or has read, or the visitor has read. */
export const activityRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  routes.post('/:id/activity', async (c) => {
    const { author, type } = await readBody(c, body);
    const { conversation, user } = await rowOf(deps.store, c.req.param('id'));
    if (author.type === 'user') {
      checkUser(author, user);
      if (type !== 'conversation:read')
        throw new DeskError('bad_request', 'type: of a user, only conversation:read can be sent');
      await takeActivity(deps, conversation.id, { type, role: 'appUser' });
      return c.json({});
    }
    const { agent } = deps.settings();
    const { displayName: name = agent.name, avatarUrl = agent.avatarUrl } = author;
    await takeActivity(deps, conversation.id, { type, role: 'appMaker', name, avatarUrl });
    return c.json({});
  });
  return routes;
};
