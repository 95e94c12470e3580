import { type Context, Hono } from 'hono';
import { takeActivity } from '../domain/conversations/activity';
import { endConversation } from '../domain/conversations/closing';
import { updateConversation, visitorConversation } from '../domain/conversations/conversations';
import type { Deps } from '../domain/deps';
import { submitForm } from '../domain/messages/formResponses';
import { stopGrowing } from '../domain/messages/growing';
import { MESSAGES_A_PAGE, sendMessage, sendText } from '../domain/messages/messages';
import { conversationView, linkedConversationView, visitorMessageView } from '../domain/views';
import type { Credential } from '../domain/visitors/identity';
import { readBody } from '../http/bodies';
import { queryBefore } from '../http/query';
import type { Rates } from '../http/rates';
import { updateConversationBody } from '../http/visitorBodies';
import { activityBody, sendBody, type VisitorMessage } from '../http/visitorMessages';
import { DeskError } from '../model/deskError';
import type { Conversation, Json, Message } from '../model/entities';
import { checkAuthor, sourceOf } from './author';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

const messagesForVisitors = ({ settings }: Deps, messages: readonly Message[]) =>
  messages.map((message) => visitorMessageView(settings(), message));

/** A conversation with its newest page of messages: `{conversation, logId, messages, hasPrevious}`. */
export const conversationAnswer = async (
  deps: Deps,
  conversation: Conversation,
  view = conversationView,
): Promise<Json> => {
  const page = await deps.store.messages(conversation.id, { limit: MESSAGES_A_PAGE });
  return {
    conversation: view(conversation, deps.store.logId),
    logId: deps.store.logId,
    messages: messagesForVisitors(deps, page.messages),
    hasPrevious: page.hasPrevious,
  };
};

/** The view of the conversation for this caller. */
const viewFor = ({ only }: Credential) => (only === undefined ? conversationView : linkedConversationView);

/** One conversation, its messages and the visitor's actions in it. */
export const conversationRoutes = (deps: Deps, rates: Pick<Rates, 'admit'>): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  routes.use(requireVisitor(deps));

  routes.get('/:id', async (c) => {
    const conversation = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    return c.json(await conversationAnswer(deps, conversation, viewFor(c.var.credential)));
  });

  routes.put('/:id', async (c) => {
    const id = c.req.param('id');
    await visitorConversation(deps, c.var.user.id, id);
    const { client: _, ...change } = await readBody(c, updateConversationBody);
    const conversation = await updateConversation(deps, id, change);
    return c.json({ conversation: conversationView(conversation, deps.store.logId) });
  });

  routes.get('/:id/messages', async (c) => {
    const { id } = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    const page = await deps.store.messages(id, { before: queryBefore(c), limit: MESSAGES_A_PAGE });
    return c.json({
      messages: messagesForVisitors(deps, page.messages),
      hasPrevious: page.hasPrevious,
      logId: deps.store.logId,
    });
  });

  const store = async (c: Context<VisitorEnv>, conversationId: string, input: VisitorMessage, body: Json) => {
    const userId = c.var.user.id;
    const { type, referenceId } = input;
    if (type === 'text') {
      const { text, quotedMessageId } = input;
      return sendText(deps, userId, conversationId, { text, quotedMessageId, referenceId, body });
    }
    if (type === 'location') {
      const { coordinates, location } = input;
      const sender = { role: 'appUser' as const, userId, isMessenger: true };
      const place = { ...body, coordinates, location };
      return sendMessage(deps, conversationId, sender, { type, referenceId, body: place });
    }
    const { id } = await visitorConversation(deps, userId, conversationId);
    const { quotedMessageId, fields } = input;
    const allowEmail = () => rates.admit(c, 'addressEmails');
    const form = { quotedMessageId, answers: fields, referenceId, body };
    return submitForm({ ...deps, allowEmail }, userId, id, form);
  };

  routes.post('/:id/messages', async (c) => {
    const userId = c.var.user.id;
    const { author, message: input } = await readBody(c, sendBody);
    checkAuthor(author, userId);
    const { payload, metadata } = input;
    const body = { payload, metadata, authorId: userId, source: sourceOf(author) };
    const { message, conversation, created } = await store(c, c.req.param('id'), input, body);
    return c.json(
      {
        messages: messagesForVisitors(deps, [message]),
        conversation: viewFor(c.var.credential)(conversation, deps.store.logId),
      },
      created ? 201 : 200,
    );
  });

  routes.post('/:id/messages/:messageId/stop', async (c) => {
    const { id } = await visitorConversation(deps, c.var.user.id, c.req.param('id'));
    const message = await stopGrowing(deps, id, c.req.param('messageId'));
    return c.json({ messages: [visitorMessageView(deps.settings(), message)] });
  });

  routes.post('/:id/activity', async (c) => {
    const { user, credential } = c.var;
    const body = await readBody(c, activityBody);
    checkAuthor(body.author, user.id);
    const { id } = await visitorConversation(deps, user.id, c.req.param('id'));
    const { type, messageId } = body.activity;
    if (type === 'conversation:end') {
      if (credential.only !== undefined)
        throw new DeskError('forbidden', 'The link of an email cannot end its conversation');
      await endConversation(deps, id);
    } else await takeActivity(deps, id, { type, messageId, role: 'appUser' });
    return c.json({});
  });

  return routes;
};
