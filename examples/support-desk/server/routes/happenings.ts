import { Hono } from 'hono';
import { visitorConversation } from '../domain/conversations/conversations';
import { pressButton, refer } from '../domain/conversations/happenings';
import type { Deps } from '../domain/deps';
import { readBody } from '../http/bodies';
import { postbackBody, referralBody } from '../http/visitorMessages';
import { checkAuthor, sourceOf } from './author';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/** Pressed buttons and campaigns: `POST /conversations/{id}/postback` and `…/referral`. */
export const happeningRoutes = (deps: Deps): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  const visitor = requireVisitor(deps);

  routes.post('/:id/postback', visitor, async (c) => {
    const { author, postback } = await readBody(c, postbackBody);
    checkAuthor(author, c.var.user.id);
    const { id } = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    await pressButton(deps, c.var.user.id, id, { ...postback, source: sourceOf(author) });
    return c.json({});
  });

  routes.post('/:id/referral', visitor, async (c) => {
    const { author, signedCampaignData } = await readBody(c, referralBody);
    checkAuthor(author, c.var.user.id);
    const { id } = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    await refer(deps, id, signedCampaignData);
    return c.json({});
  });

  return routes;
};
