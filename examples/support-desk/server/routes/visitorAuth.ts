import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import type { User } from '../domain/entities';
import { authenticate } from '../domain/users';

/** What routes behind `requireVisitor` find on the context. */
export type VisitorEnv = { Variables: { user: User } };

const credentialsOf = (header: string | undefined): { appUserId: string; token: string } | undefined => {
  const [, encoded] = /^Basic ([a-z0-9+/_=-]+)$/i.exec(header ?? '') ?? [];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon > 0 ? { appUserId: text.slice(0, colon), token: text.slice(colon + 1) } : undefined;
};

/** `Authorization: Basic base64(appUserId:sessionToken)`; all else is 401, and another user's path is 403. */
export const requireVisitor =
  (deps: Deps): MiddlewareHandler<VisitorEnv> =>
  async (c, next) => {
    const credentials = credentialsOf(c.req.header('authorization'));
    const user = credentials && (await authenticate(deps, credentials, ['session']));
    if (!user)
      throw new DeskError('invalid_auth', 'Sign in with appUserId:sessionToken as Basic credentials');
    const named = c.req.param('appUserId');
    if (named !== undefined && named !== user.id) {
      throw new DeskError('forbidden', 'This user is someone else');
    }
    c.set('user', user);
    await next();
  };
