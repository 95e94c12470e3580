import { Hono } from 'hono';
import type { AgentPeopleAnswer } from '../../shared/answers/people';
import { correctionBody, firstMessageBody } from '../../shared/bodies/visitors';
import type { Deps } from '../domain/deps';
import { correctVisitor } from '../domain/visitors/correct';
import { noVisitor } from '../domain/visitors/forget';
import { personRowView, personWithChanges } from '../domain/visitors/people';
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
      people: shown.map(personRowView),
      next: last && `${last.createdAt}_${last.id}`,
    };
    return c.json(answer);
  });

  routes.get('/users/:id', async (c) => {
    const user = await store.userById(c.req.param('id'));
    if (!user) throw noVisitor();
    return c.json(await personWithChanges(deps, user));
  });

  routes.patch('/users/:id', async (c) => {
    const body = await readBody(c, correctionBody);
    const user = await correctVisitor(deps, callerOf(c), c.req.param('id'), body);
    return c.json(await personWithChanges(deps, user));
  });

  routes.post('/users/:id/conversations', async (c) => {
    const input = withKey(c, await readBody(c, firstMessageBody));
    const conversation = await writeFirst(deps, callerOf(c), c.req.param('id'), input);
    return c.json({ conversation }, 201);
  });

  return routes;
};
