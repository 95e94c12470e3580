import { Hono } from 'hono';
import { visitorConversation } from '../domain/conversations/conversations';
import { rateConversation, ratingOf } from '../domain/conversations/ratings';
import type { Deps } from '../domain/deps';
import { readBody } from '../http/bodies';
import { ratingBody } from '../http/visitorMessages';
import type { Rating } from '../model/entities';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

export const ratingRoutes = (deps: Deps): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  routes.use(requireVisitor(deps));

  routes.get('/:id/rating', async (c) => {
    const conversation = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    return c.json({ rating: ratingOf(conversation) ?? null });
  });

  routes.post('/:id/rating', async (c) => {
    const { id } = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    const { score, comment } = await readBody(c, ratingBody);
    const rating: Rating = { score, ...(comment && { comment }) };
    await rateConversation(deps, id, rating);
    return c.json({ rating });
  });

  return routes;
};
