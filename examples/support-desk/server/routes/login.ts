import { Hono } from 'hono';
import type { Deps } from '../domain/deps';
import { authenticate, readClaims } from '../domain/visitors/identity';
import { loginWithClaims } from '../domain/visitors/login';
import { updateUser } from '../domain/visitors/users';
import { readBody } from '../http/bodies';
import { bearerOf } from '../http/credentials';
import type { OriginOf } from '../http/origin';
import { loginBody } from '../http/visitorBodies';
import { DeskError } from '../model/deskError';
import { createUserAnswer } from './userAnswer';
import { sessionOf } from './visitorAuth';

/**
 * `POST /login`. With a JWT as Bearer, finds or creates its user and merges the anonymous visitor whose appUserId and
 * sessionToken are in the body. With session credentials alone, answers with their user.
 */
export const loginRoutes = (deps: Deps, originOf: OriginOf): Hono => {
  const routes = new Hono();
  const userAnswer = createUserAnswer(deps, originOf);

  routes.post('/', async (c) => {
    const header = c.req.header('authorization');
    const { client, locale, userId, appUserId, sessionToken } = await readBody(c, loginBody);
    const session =
      appUserId !== undefined && sessionToken !== undefined
        ? { appUserId, token: sessionToken }
        : sessionOf(header);
    const jwt = bearerOf(header);
    if (jwt) {
      const { claims } = await readClaims(deps, jwt);
      if (userId !== undefined && userId !== claims.externalId) {
        throw new DeskError('invalid_auth', "userId must be the JWT's external_id");
      }
      const user = await loginWithClaims(deps, claims, { former: session, client, locale });
      return c.json(await userAnswer(c, user));
    }
    const found = session && (await authenticate(deps, session, ['session', 'link']));
    if (!found)
      throw new DeskError('invalid_auth', 'Log in with a JWT as Bearer, or with appUserId and sessionToken');
    const { only } = found.credential;
    if (only !== undefined) {
      return c.json({ ...(await userAnswer(c, found.user, { only })), sessionToken: session.token });
    }
    const user = await updateUser(deps, found.user.id, { client, locale });
    return c.json({ ...(await userAnswer(c, user)), sessionToken: session.token });
  });

  return routes;
};
