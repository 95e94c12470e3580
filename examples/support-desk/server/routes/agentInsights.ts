import { Hono } from 'hono';
import type { AgentInsightsAnswer } from '../../shared/agentApi';
import { readCampaignFigures } from '../domain/campaigns';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import { readInsights } from '../domain/insights';
import { queryNumber } from './http';

const DAYS = 7;
const MAX_DAYS = 90;

/** The inbox's figures: page views, conversations, errors and campaigns. */
export const agentInsightRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  routes.get('/insights', async (c) => {
    const days = queryNumber(c, 'days', DAYS);
    if (days < 1 || days > MAX_DAYS)
      throw new DeskError('bad_request', `days must be a whole number from 1 to ${MAX_DAYS}`);
    const answer: AgentInsightsAnswer = await readInsights(deps, days);
    return c.json(answer);
  });
  routes.get('/campaigns', async (c) => c.json({ campaigns: await readCampaignFigures(deps) }));
  return routes;
};
