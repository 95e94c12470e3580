import { Hono } from 'hono';
import type { AgentPeopleAnswer } from '../../shared/answers/people';
import { correctionBody, firstMessageBody, mergeBody } from '../../shared/bodies/visitors';
import type { Deps } from '../domain/deps';
import { correctVisitor } from '../domain/visitors/correct';
import { mergeVisitors, separateVisitor } from '../domain/visitors/mergeByAgent';
import { mergePreview, personRowView, personWithChanges } from '../domain/visitors/people';
import { writeFirst } from '../domain/visitors/writeFirst';
import { readBody, withKey } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { placeOf, searchTextOf } from './agentConversations';

const PEOPLE_A_PAGE = 50;

/** All visitors, and each of them. */
export const agentPeopleRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  const { store } = deps;

  routes.get('/users', async (c) => {
    const page = { after: placeOf(c), search: searchTextOf(c), limit: PEOPLE_A_PAGE + 1 };
    const found = await store.people(page);
    const shown = found.slice(0, PEOPLE_A_PAGE);
    const last = found.length > PEOPLE_A_PAGE ? shown.at(-1) : undefined;
    const answer: AgentPeopleAnswer = {
      people: await Promise.all(shown.map((user) => personRowView(deps, user))),
      next: last && `${last.createdAt}_${last.id}`,
    };
    return c.json(answer);
  });

  routes.get('/users/:id', async (c) => c.json(await personWithChanges(deps, c.req.param('id'))));

  routes.patch('/users/:id', async (c) => {
    const body = await readBody(c, correctionBody);
    const { id } = await correctVisitor(deps, callerOf(c), c.req.param('id'), body);
    return c.json(await personWithChanges(deps, id));
  });

  routes.get('/users/:id/merge/:otherId', async (c) => {
    const { id, otherId } = c.req.param();
    return c.json(await mergePreview(deps, id, otherId));
  });

  routes.post('/users/:id/merge', async (c) => {
    const { with: otherId, kept } = await readBody(c, mergeBody);
    const id = c.req.param('id');
    await mergeVisitors(deps, callerOf(c), { id, otherId, expected: kept });
    return c.json(await personWithChanges(deps, id));
  });

  routes.delete('/users/:id/merge/:otherId', async (c) => {
    const { id, otherId } = c.req.param();
    await separateVisitor(deps, callerOf(c), id, otherId);
    return c.json(await personWithChanges(deps, id));
  });

  routes.post('/users/:id/conversations', async (c) => {
    const input = withKey(c, await readBody(c, firstMessageBody));
    const conversation = await writeFirst(deps, callerOf(c), c.req.param('id'), input);
    return c.json({ conversation }, 201);
  });

  return routes;
};
