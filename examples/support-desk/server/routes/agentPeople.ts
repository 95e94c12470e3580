import { Hono } from 'hono';
import type { AgentPeopleAnswer, AgentPersonAnswer } from '../../shared/answers/people';
import type { Deps } from '../domain/deps';
import { noVisitor } from '../domain/visitors/forget';
import { personRowView, personView } from '../domain/visitors/people';
import { placeOf, searchTextOf } from './agentConversations';

const PEOPLE_A_PAGE = 50;

/** All visitors, and each of them. */
export const agentPeopleRoutes = ({ store }: Pick<Deps, 'store'>): Hono => {
  const routes = new Hono();

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
    const answer: AgentPersonAnswer = { person: personView(user) };
    return c.json(answer);
  });

  return routes;
};
