import { Hono } from 'hono';
import type { AgentTicketFieldsAnswer } from '../../shared/answers/conversations';
import { tagsBody } from '../../shared/bodies/conversations';
import { tagConversation } from '../domain/conversations/conversations';
import type { Deps } from '../domain/deps';
import { inboxView } from '../domain/inboxViews';
import { readBody } from '../http/bodies';
import { DeskError } from '../model/deskError';

/** The tags of conversations, and the names of ticket fields. */
export const agentTagRoutes = (deps: Deps): Hono => {
  const routes = new Hono();

  routes.post('/conversations/:id/tags', async (c) => {
    const id = c.req.param('id');
    await tagConversation(deps, id, await readBody(c, tagsBody));
    const row = await deps.store.inboxRow(id);
    if (!row) throw new DeskError('not_found', 'There is no such conversation');
    return c.json({ conversation: inboxView(row) });
  });

  routes.get('/ticket-fields', (c) => {
    const { customTicketFields } = deps.settings();
    const answer: AgentTicketFieldsAnswer = {
      fields: customTicketFields.map(({ id, title }) => ({ id: String(id), title })),
    };
    return c.json(answer);
  });

  return routes;
};
