import { Hono } from 'hono';
import type { AttendingAnswer } from '../../shared/answers/work';
import { attendingBody } from '../../shared/bodies/work';
import type { Attending } from '../domain/conversations/attending';
import type { Deps } from '../domain/deps';
import { readBody } from '../http/bodies';
import { agentCallerOf } from '../http/callerOf';
import { DeskError } from '../model/deskError';

/** What an agent does in a conversation, for colleagues. */
export const agentAttendingRoutes = (deps: Deps & { attending: Attending }): Hono => {
  const routes = new Hono();
  routes.post('/conversations/:id/attending', async (c) => {
    const { inbox, state } = await readBody(c, attendingBody);
    const { id, name, avatarUrl } = agentCallerOf(c).agent;
    const conversationId = c.req.param('id');
    // An agent who leaves a deleted conversation has done nothing wrong.
    if (state !== 'gone' && !(await deps.store.conversationById(conversationId)))
      throw new DeskError('not_found', 'There is no such conversation');
    const agent = { id, name, ...(avatarUrl !== null && { avatarUrl }) };
    const { before, after } = await deps.attending.take(conversationId, inbox, agent, state);
    if (JSON.stringify(before) !== JSON.stringify(after))
      deps.publisher.toAgents({ type: 'attending', conversationId, agents: after });
    const answer: AttendingAnswer = { agents: after };
    return c.json(answer);
  });
  return routes;
};
