import { Hono } from 'hono';
import type { AgentMessagesAnswer } from '../../shared/answers/messages';
import { followUpBody } from '../../shared/bodies/acts';
import { activityBody } from '../../shared/bodies/conversations';
import { agentMessageBody, editBody, growthBody } from '../../shared/bodies/messages';
import { rowOf, takeActivity } from '../domain/conversations/activity';
import type { Deps } from '../domain/deps';
import { inboxView } from '../domain/inboxViews';
import { sendAgentMessage } from '../domain/messages/agentMessages';
import { type ChangingDeps, deleteMessage, editMessage } from '../domain/messages/changing';
import { growMessage } from '../domain/messages/growing';
import { MESSAGES_A_PAGE } from '../domain/messages/messages';
import { messageView } from '../domain/views';
import { readBody, withKey } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { queryBefore } from '../http/query';
import { faceOf } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { InboxRow } from '../model/entities';
import { followUp } from './followUp';

/**
 * One conversation of the agents: its row, its messages and what an agent does in it.
 * @param atOnce for calls that wait for no list or report
 */
export const agentMessageRoutes = (deps: Deps, atOnce: ChangingDeps): Hono => {
  const routes = new Hono();
  const known = (id: string): Promise<InboxRow> => rowOf(deps.store, id);

  routes.get('/conversations/:id', async (c) =>
    c.json({ conversation: inboxView(await known(c.req.param('id'))) }),
  );

  routes.get('/conversations/:id/messages', async (c) => {
    const { conversation } = await known(c.req.param('id'));
    const page = await deps.store.messages(conversation.id, {
      before: queryBefore(c),
      limit: MESSAGES_A_PAGE,
    });
    const answer: AgentMessagesAnswer = {
      messages: page.messages.map(messageView),
      hasPrevious: page.hasPrevious,
    };
    return c.json(answer);
  });

  routes.post('/conversations/:id/messages', async (c) => {
    const input = withKey(c, await readBody(c, agentMessageBody));
    const { message, created } = await sendAgentMessage(atOnce, c.req.param('id'), input, callerOf(c));
    const after = 'followUp' in input ? input.followUp : undefined;
    const followed = after && { followUp: await followUp(atOnce, message, after, callerOf(c)) };
    return c.json({ messages: [messageView(message)], ...followed }, created ? 201 : 200);
  });

  routes.post('/conversations/:id/messages/:messageId/follow-up', async (c) => {
    const { id, messageId } = c.req.param();
    const body = await readBody(c, followUpBody);
    const message = await deps.store.messageById(id, messageId);
    if (message?.role !== 'appMaker')
      throw new DeskError('not_found', 'There is no such message of the team');
    return c.json(await followUp(atOnce, message, body, callerOf(c)));
  });

  routes.patch('/conversations/:id/messages/:messageId', async (c) => {
    const { id, messageId } = c.req.param();
    const message = await growMessage(atOnce, id, messageId, await readBody(c, growthBody), callerOf(c));
    return c.json({ message: messageView(message) });
  });

  routes.post('/conversations/:id/messages/:messageId/edit', async (c) => {
    const { id: conversationId, messageId } = c.req.param();
    const change = await readBody(c, editBody);
    const message = await editMessage(atOnce, { conversationId, messageId }, change, callerOf(c));
    return c.json({ message: messageView(message) });
  });

  routes.delete('/conversations/:id/messages/:messageId', async (c) => {
    const { id: conversationId, messageId } = c.req.param();
    const message = await deleteMessage(atOnce, { conversationId, messageId }, callerOf(c));
    return c.json({ message: messageView(message) });
  });

  routes.post('/conversations/:id/activity', async (c) => {
    const body = await readBody(c, activityBody);
    const { type, name } = 'activity' in body ? body.activity : body;
    const { agent: team } = deps.settings();
    const caller = callerOf(c);
    const face =
      caller.kind === 'agent'
        ? faceOf(caller, {}, team)
        : { name: name ?? team.name, avatarUrl: team.avatarUrl };
    await takeActivity(atOnce, c.req.param('id'), {
      type,
      role: 'appMaker',
      ...face,
      agentId: caller.kind === 'agent' ? caller.agent.id : undefined,
    });
    return c.json({});
  });

  return routes;
};
