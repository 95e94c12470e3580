import { Hono } from 'hono';
import type { AgentSigningKey, AgentSigningKeysAnswer } from '../../shared/answers/visitors';
import { signingKeyBody } from '../../shared/bodies/visitors';
import type { Deps } from '../domain/deps';
import { rotateLinkKey } from '../domain/mail/emailLinks';
import { seconds } from '../domain/views';
import { unlinkClient } from '../domain/visitors/links';
import { expireSessions } from '../domain/visitors/sessions';
import {
  addSigningKey,
  type KnownKey,
  listSigningKeys,
  removeSigningKey,
} from '../domain/visitors/signingKeys';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { DeskError } from '../model/deskError';

const keyView = ({ id, name, source, createdAt }: KnownKey): AgentSigningKey => ({
  id,
  name,
  source,
  createdAt: createdAt === null ? undefined : seconds(createdAt),
});

/**
 * Manages the keys that sign visitors' JWTs and the links in emails, ends visitors' sessions, and unlinks their channels.
 */
export const agentIdentityRoutes = (deps: Deps): Hono => {
  const routes = new Hono();

  routes.get('/signing-keys', async (c) => {
    const answer: AgentSigningKeysAnswer = { signingKeys: (await listSigningKeys(deps)).map(keyView) };
    return c.json(answer);
  });

  routes.post('/signing-keys', async (c) => {
    const { name } = await readBody(c, signingKeyBody);
    const { secret, ...key } = await addSigningKey(deps, name, callerOf(c));
    const signingKey: AgentSigningKey = { ...keyView({ ...key, source: 'api' }), secret };
    return c.json({ signingKey }, 201);
  });

  routes.delete('/signing-keys/:id', async (c) => {
    await removeSigningKey(deps, c.req.param('id'), callerOf(c));
    return c.json({});
  });

  routes.post('/email-links/rotate', async (c) => {
    await rotateLinkKey(deps, callerOf(c));
    return c.json({});
  });

  routes.post('/users/:id/expire-sessions', async (c) =>
    c.json({ expired: await expireSessions(deps, c.req.param('id'), callerOf(c)) }),
  );

  routes.post('/users/:id/clients/:clientId/unlink', async (c) => {
    const { id, clientId } = c.req.param();
    if (!(await deps.store.userById(id))) throw new DeskError('not_found', 'There is no such visitor');
    await unlinkClient(deps, id, clientId);
    return c.json({});
  });

  return routes;
};
