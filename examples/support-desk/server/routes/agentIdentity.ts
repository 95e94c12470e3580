import { Hono } from 'hono';
import type { AgentSigningKey, AgentSigningKeysAnswer } from '../../shared/answers/visitors';
import { signingKeyBody } from '../../shared/bodies/visitors';
import type { Deps } from '../domain/deps';
import { rotateLinkKey } from '../domain/mail/emailLinks';
import { seconds } from '../domain/views';
import { unlinkClient } from '../domain/visitors/links';
import { allOf, withMerged } from '../domain/visitors/person';
import { expireSessions } from '../domain/visitors/sessions';
import {
  addSigningKey,
  type KnownKey,
  listSigningKeys,
  removeSigningKey,
} from '../domain/visitors/signingKeys';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';

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

  routes.post('/users/:id/expire-sessions', async (c) => {
    let expired = 0;
    for (const { id } of allOf(await withMerged(deps.store, c.req.param('id'))))
      expired += await expireSessions(deps, id, callerOf(c));
    return c.json({ expired });
  });

  routes.post('/users/:id/clients/:clientId/unlink', async (c) => {
    const { id, clientId } = c.req.param();
    // A merged visitor still has their own channels.
    const users = allOf(await withMerged(deps.store, id));
    const owner = users.find(({ clients }) => clients.some((client) => client.id === clientId));
    await unlinkClient(deps, owner?.id ?? id, clientId);
    return c.json({});
  });

  return routes;
};
