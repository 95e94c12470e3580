import { type Context, Hono } from 'hono';
import { createConversation, type NewConversation } from '../domain/conversations';
import type { Deps } from '../domain/deps';
import type { Json, User } from '../domain/entities';
import { createUser, issueWebsocketToken, listConversations, updateUser } from '../domain/users';
import { conversationRowView, userView } from '../domain/views';
import { conversationAnswer } from './conversations';
import { createConversationBody, createUserBody, updateUserBody } from './decode';
import { queryNumber, readBody } from './http';
import type { OriginOf } from './origin';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

const RETRY_INTERVAL_SECONDS = 15;
const MAX_CONNECTION_ATTEMPTS = 5;
const PROFILE_UPLOAD_SECONDS = 60;

/** Creating, reading and updating visitors and their conversations (SPEC.md section 7, FACTS.md 2.3 and 2.4). */
export const appUserRoutes = (deps: Deps, originOf: OriginOf): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  const visitor = requireVisitor(deps);

  const userAnswer = async (c: Context, user: User, offset: number): Promise<Json> => {
    const { rows, hasMore } = await listConversations(deps, user.id, offset);
    return {
      appUser: userView(user),
      conversations: rows.map(conversationRowView),
      conversationsPagination: { hasMore },
      settings: {
        realtime: {
          enabled: true,
          baseUrl: `${originOf(c)}/faye`,
          retryInterval: RETRY_INTERVAL_SECONDS,
          maxConnectionAttempts: MAX_CONNECTION_ATTEMPTS,
          connectionDelay: 0,
        },
        typing: { enabled: true },
        profile: { enabled: true, uploadInterval: PROFILE_UPLOAD_SECONDS },
      },
    };
  };

  routes.post('/', async (c) => {
    const body = await readBody(c, createUserBody);
    const begin: NewConversation | undefined =
      body.intent === 'conversation:start' ? (body.conversation ?? {}) : undefined;
    const { user, sessionToken, created } = await createUser(deps, { ...body, conversation: begin });
    return c.json({ ...(await userAnswer(c, user, 0)), sessionToken }, created ? 201 : 200);
  });

  routes.get('/:appUserId', visitor, async (c) => c.json(await userAnswer(c, c.var.user, 0)));

  routes.put('/:appUserId', visitor, async (c) => {
    const user = await updateUser(deps, c.var.user.id, await readBody(c, updateUserBody));
    return c.json({ appUser: userView(user) });
  });

  routes.get('/:appUserId/conversations', visitor, async (c) =>
    c.json(await userAnswer(c, c.var.user, queryNumber(c, 'offset', 0))),
  );

  routes.post('/:appUserId/conversations', visitor, async (c) => {
    const body = await readBody(c, createConversationBody);
    const { conversation, created } = await createConversation(deps, c.var.user.id, body);
    return c.json(await conversationAnswer(deps, conversation), created ? 201 : 200);
  });

  routes.post('/:appUserId/websocket/token', visitor, async (c) =>
    c.json({ token: await issueWebsocketToken(deps, c.var.user.id) }, 201),
  );

  return routes;
};
