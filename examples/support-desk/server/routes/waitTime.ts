import { Hono } from 'hono';
import { visitorConversation } from '../domain/conversations/conversations';
import { waitingOf } from '../domain/conversations/queuePlace';
import type { Deps } from '../domain/deps';
import { noStore } from '../http/middleware';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

/**
 * `GET {base}/api/services/end_user_connector/wait_time/conversations/{id}`. response_time is in seconds.
 * queue_position is null if the conversation is not queued. response_time is null then too, and if there were no recent
 * first answers.
 */
export const waitTimeRoutes = (deps: Deps): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  routes.use(noStore);
  routes.get('/conversations/:id', requireVisitor(deps), async (c) => {
    const conversation = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    const waiting = await waitingOf(deps, conversation);
    return c.json({
      queue_position: waiting?.queuePosition ?? null,
      response_time: waiting?.responseTime ?? null,
      is_initial_routing: waiting?.isInitialRouting ?? !conversation.assignedBefore,
    });
  });
  return routes;
};
