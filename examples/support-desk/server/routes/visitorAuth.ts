import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../domain/deps';
import { authenticate, authenticateJwt, type Caller, type Credential } from '../domain/visitors/identity';
import { basicOf, bearerOf } from '../http/credentials';
import { DeskError } from '../model/deskError';
import type { User } from '../model/entities';

/** The variables that `requireVisitor` sets. */
export type VisitorEnv = { Variables: { user: User; credential: Credential } };

/** `Basic base64(appUserId:sessionToken)`. */
export const sessionOf = (header: string | undefined): { appUserId: string; token: string } | undefined => {
  const given = basicOf(header);
  return given && { appUserId: given.id, token: given.secret };
};

const identify = async (deps: Deps, header: string | undefined): Promise<Caller> => {
  const jwt = bearerOf(header);
  if (jwt) return authenticateJwt(deps, jwt);
  const credentials = sessionOf(header);
  const found = credentials && (await authenticate(deps, credentials, ['session', 'link']));
  if (!found) {
    throw new DeskError(
      'invalid_auth',
      'Sign in with appUserId:sessionToken as Basic credentials, or with a JWT as Bearer',
    );
  }
  return found;
};

/** The calls that an email's link allows besides its one conversation, by method and the end of the path. */
const LINK_CALLS =
  /^(GET \/appusers\/[^/]+(\/conversations)?|GET \/attachments\/contentUrl|POST \/appusers\/[^/]+\/logout)$/;
const CONVERSATION_CALLS =
  /^(?:GET|POST) \/conversations\/([^/]+)(?:\/(?:messages|activity|postback|files))?$/;

const mayCall = (only: string, method: string, path: string): boolean => {
  const call = `${method} ${path.replace(/^.*?(?=\/(?:appusers|attachments|conversations)\/)/, '')}`;
  return LINK_CALLS.test(call) || CONVERSATION_CALLS.exec(call)?.[1] === only;
};

/**
 * Requires a session token as Basic credentials or a JWT as Bearer. Other credentials give 401, a JWT of an
 * unknown user gives 403 user_not_found, and another user's path gives 403.
 */
export const requireVisitor =
  (deps: Deps): MiddlewareHandler<VisitorEnv> =>
  async (c, next) => {
    const { user, credential } = await identify(deps, c.req.header('authorization'));
    const named = c.req.param('appUserId');
    if (named !== undefined && named !== user.id) {
      throw new DeskError('forbidden', 'The address names another user than the one who is signed in');
    }
    if (credential.only !== undefined && !mayCall(credential.only, c.req.method, c.req.path)) {
      throw new DeskError('forbidden', 'The link of an email opens only its own conversation');
    }
    c.set('user', user);
    c.set('credential', credential);
    await next();
  };
