import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { webAddress } from '../../shared/bodies/parts';
import { rowOf } from '../domain/conversations/activity';
import { createConversation, updateConversation } from '../domain/conversations/conversations';
import type { Deps } from '../domain/deps';
import type { ForgetDeps } from '../domain/visitors/forget';
import { forgetConversation } from '../domain/visitors/forgetConversation';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import type { OriginOf } from '../http/origin';
import { DeskError } from '../model/deskError';
import type { Conversation, User } from '../model/entities';
import { displayName, optionalMetadata } from './fields';
import { conversationView, participantView } from './model/conversations';
import { pageFields, pageOf, pageQuery } from './pages';
import { userOf } from './users';

const called = {
  displayName: v.optional(displayName),
  description: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  iconUrl: v.optional(webAddress),
  metadata: optionalMetadata,
};
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));
const createBody = v.object({
  ...called,
  type: v.literal('personal', 'must be personal: this desk has no groups'),
  participants: v.pipe(
    v.array(v.object({ userId: v.optional(id), userExternalId: v.optional(id) })),
    v.length(1, 'must name one user'),
  ),
});
const updateBody = v.object(called);

const filteredUser = async (deps: Deps, c: Context): Promise<User> => {
  const asked = c.req.query('filter[userId]') ?? c.req.query('filter[userExternalId]');
  if (!asked) throw new DeskError('bad_request', 'Send filter[userId] or filter[userExternalId]');
  return userOf(deps, asked);
};

/** Newest first by creation: an order that no message changes while a client reads page after page. */
const placesOf = async ({ store }: Deps, userId: string): Promise<{ id: string }[]> =>
  (await store.conversationIdsOf(userId)).reverse().map((id) => ({ id }));

const readAll = async ({ store }: Deps, places: readonly { id: string }[]): Promise<Conversation[]> => {
  const rows = await Promise.all(places.map((place) => store.conversationById(place.id)));
  return rows.filter((row) => row !== undefined);
};

/** `/apps/{appId}/conversations`, and their participants. */
export const conversationRoutes = (deps: ForgetDeps, originOf: OriginOf): Hono => {
  const routes = new Hono();
  const view = async (conversation: Conversation) => ({
    conversation: conversationView(conversation, await deps.store.integrations()),
  });

  routes.post('/', async (c) => {
    const { type: _, participants, ...body } = await readBody(c, createBody);
    const [who] = participants;
    const named = who?.userId ?? who?.userExternalId;
    if (named === undefined) throw new DeskError('bad_request', 'participants: must name one user');
    const user = await userOf(deps, named);
    const { conversation } = await createConversation(deps, user.id, { ...body, byTeam: true });
    return c.json(await view(conversation), 201);
  });

  routes.get('/', async (c) => {
    const query = pageQuery(c);
    const user = await filteredUser(deps, c);
    const { rows: places, beside } = pageOf(await placesOf(deps, user.id), query);
    const rows = await readAll(deps, places);
    const integrations = await deps.store.integrations();
    return c.json({
      conversations: rows.map((row) => conversationView(row, integrations)),
      ...pageFields(c, originOf(c), places, { beside, forward: query.before === undefined }),
    });
  });

  routes.get('/:id', async (c) => {
    const { conversation } = await rowOf(deps.store, c.req.param('id'));
    return c.json(await view(conversation));
  });

  routes.patch('/:id', async (c) =>
    c.json(await view(await updateConversation(deps, c.req.param('id'), await readBody(c, updateBody)))),
  );

  routes.delete('/:id', async (c) => {
    await forgetConversation(deps, c.req.param('id'), callerOf(c));
    return c.json({});
  });

  routes.get('/:id/participants', async (c) => {
    const { conversation, user } = await rowOf(deps.store, c.req.param('id'));
    return c.json({
      participants: [participantView(conversation, user)],
      meta: { hasMore: false },
      links: {},
    });
  });

  return routes;
};
