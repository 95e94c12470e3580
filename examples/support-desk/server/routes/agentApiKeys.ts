import { Hono } from 'hono';
import type { ApiKeyAnswer, ApiKeysAnswer } from '../../shared/answers/accounts';
import { apiKeyBody } from '../../shared/bodies/accounts';
import { addApiKey, removeApiKey } from '../domain/accounts/apiKeys';
import type { Deps } from '../domain/deps';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { apiKeyView } from './accountViews';

/** API keys of programs. */
export const agentApiKeyRoutes = (deps: Deps): Hono => {
  const routes = new Hono();

  routes.get('/api-keys', async (c) => {
    const answer: ApiKeysAnswer = { apiKeys: (await deps.store.apiKeys()).map(apiKeyView) };
    return c.json(answer);
  });

  routes.post('/api-keys', async (c) => {
    const { key, secret } = await addApiKey(deps, callerOf(c), await readBody(c, apiKeyBody));
    const answer: ApiKeyAnswer = { apiKey: apiKeyView(key), secret };
    return c.json(answer, 201);
  });

  routes.delete('/api-keys/:id', async (c) => {
    await removeApiKey(deps, callerOf(c), c.req.param('id'));
    return c.json({});
  });

  return routes;
};
