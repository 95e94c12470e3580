import { type Context, Hono } from 'hono';
import { createConversation, type NewConversation } from '../domain/conversations/conversations';
import type { Deps } from '../domain/deps';
import { userView } from '../domain/views';
import { issueWebsocketToken, logout } from '../domain/visitors/sessions';
import { createUser, updateUser } from '../domain/visitors/users';
import type { AddressOf } from '../http/address';
import { readBody } from '../http/bodies';
import type { OriginOf } from '../http/origin';
import { queryNumber } from '../http/query';
import { createConversationBody, createUserBody, logoutBody, updateUserBody } from '../http/visitorBodies';
import { conversationAnswer } from './conversations';
import { createUserAnswer } from './userAnswer';
import { requireVisitor, type VisitorEnv } from './visitorAuth';

const MAX_CLIENT_ID = 100;

/** The browser's id from its header; too long an id is ignored. */
const clientIdOf = (c: Context): string | undefined => {
  const id = c.req.header('x-smooch-clientid');
  return id && id.length <= MAX_CLIENT_ID ? id : undefined;
};

/** Creating, reading, updating and signing out visitors, and their conversations. */
export const appUserRoutes = (deps: Deps, originOf: OriginOf, addressOf: AddressOf): Hono<VisitorEnv> => {
  const routes = new Hono<VisitorEnv>();
  const visitor = requireVisitor(deps);
  const userAnswer = createUserAnswer(deps, originOf);

  routes.post('/', async (c) => {
    const body = await readBody(c, createUserBody);
    const begin: NewConversation | undefined =
      body.intent === 'conversation:start' || body.signedCampaignData !== undefined
        ? { ...body.conversation, signedCampaignData: body.signedCampaignData }
        : undefined;
    // Creating a visitor costs much more than a message, so those of one address wait for each other, but others do not
    // wait for them.
    const { user, sessionToken, created } = await deps.inTurn(`visitors of ${addressOf(c)}`, () =>
      createUser(deps, { ...body, conversation: begin }),
    );
    return c.json({ ...(await userAnswer(c, user)), sessionToken }, created ? 201 : 200);
  });

  routes.get('/:appUserId', visitor, async (c) =>
    c.json(await userAnswer(c, c.var.user, { only: c.var.credential.only })),
  );

  routes.put('/:appUserId', visitor, async (c) => {
    const user = await updateUser(deps, c.var.user.id, await readBody(c, updateUserBody));
    return c.json({ appUser: userView(user) });
  });

  routes.get('/:appUserId/conversations', visitor, async (c) =>
    c.json(
      await userAnswer(c, c.var.user, { offset: queryNumber(c, 'offset', 0), only: c.var.credential.only }),
    ),
  );

  routes.post('/:appUserId/conversations', visitor, async (c) => {
    const body = await readBody(c, createConversationBody);
    const { conversation, created } = await createConversation(deps, c.var.user.id, body);
    return c.json(await conversationAnswer(deps, conversation), created ? 201 : 200);
  });

  routes.post('/:appUserId/logout', visitor, async (c) => {
    const { client } = await readBody(c, logoutBody);
    await logout(deps, c.var.user.id, c.var.credential, client?.id ?? clientIdOf(c));
    return c.json({});
  });

  routes.post('/:appUserId/websocket/token', visitor, async (c) => {
    const { user, credential } = c.var;
    return c.json({ token: await issueWebsocketToken(deps, user.id, credential, clientIdOf(c)) }, 201);
  });

  return routes;
};
