import { Hono } from 'hono';
import * as v from 'valibot';
import { webAddress } from '../../shared/bodies/parts';
import type { Deps } from '../domain/deps';
import { type ForgetDeps, forgetVisitor } from '../domain/visitors/forget';
import { changeKnownUser, createKnownUser } from '../domain/visitors/knownUsers';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { DeskError } from '../model/deskError';
import type { User } from '../model/entities';
import { optionalMetadata } from './fields';
import { clientsView, userView } from './model/users';

const word = v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(128)));
const profile = v.optional(
  v.object({
    givenName: word,
    surname: word,
    email: v.nullish(v.pipe(v.string(), v.maxLength(128), v.email())),
    avatarUrl: v.nullish(webAddress),
    locale: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(35))),
  }),
);
const externalId = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));
const updateBody = v.object({ profile, metadata: optionalMetadata });
const createBody = v.object({ ...updateBody.entries, externalId });

type UserBody = v.InferOutput<typeof updateBody>;
const changeOf = ({ profile: given, metadata }: UserBody) => {
  const { locale, ...rest } = given ?? {};
  return { profile: given && rest, locale, metadata };
};

/** The user with this id or external id. @throws not_found */
export const userOf = async ({ store }: Pick<Deps, 'store'>, id: string): Promise<User> => {
  const user = (await store.userById(id)) ?? (await store.userByExternalId(id));
  if (!user) throw new DeskError('not_found', 'There is no such user');
  return user;
};

/** `/apps/{appId}/users`. */
export const userRoutes = (deps: ForgetDeps): Hono => {
  const routes = new Hono();

  routes.post('/', async (c) => {
    const { externalId, ...body } = await readBody(c, createBody);
    return c.json({ user: userView(await createKnownUser(deps, externalId, changeOf(body))) }, 201);
  });

  routes.get('/:id', async (c) => c.json({ user: userView(await userOf(deps, c.req.param('id'))) }));

  routes.get('/:id/clients', async (c) =>
    c.json({
      clients: clientsView(await userOf(deps, c.req.param('id'))),
      meta: { hasMore: false },
      links: {},
    }),
  );

  routes.patch('/:id', async (c) => {
    const body = await readBody(c, updateBody);
    const { id } = await userOf(deps, c.req.param('id'));
    return c.json({ user: userView(await changeKnownUser(deps, id, changeOf(body))) });
  });

  routes.delete('/:id', async (c) => {
    const { id } = await userOf(deps, c.req.param('id'));
    await forgetVisitor(deps, id, callerOf(c));
    return c.json({});
  });

  return routes;
};
