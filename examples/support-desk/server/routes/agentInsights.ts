import { type Context, Hono } from 'hono';
import type { AgentInsightsAnswer } from '../../shared/answers/insights';
import type { Deps } from '../domain/deps';
import { readCampaignFigures } from '../domain/insights/campaigns';
import { readInsights } from '../domain/insights/insights';
import { csvLine } from '../http/csv';
import { queryNumber } from '../http/query';
import { DeskError } from '../model/deskError';

const DAYS = 7;
const MAX_DAYS = 90;

const FIGURES = ['pageViews', 'opens', 'conversations'] as const;

/** The figures by day and by page, in one table. The page without a name is all others. */
const insightsCsv = ({ days, pages }: AgentInsightsAnswer): string =>
  [
    csvLine(['day', 'page', 'page views', 'opened', 'conversations', 'first answer in seconds']),
    ...days.map(({ day, firstAnswer, ...row }) =>
      csvLine([day, '', ...FIGURES.map((name) => `${row[name]}`), firstAnswer?.toString()]),
    ),
    ...pages.map(({ page, ...row }) =>
      csvLine(['', page || 'other pages', ...FIGURES.map((name) => `${row[name]}`), undefined]),
    ),
  ].join('');

/** The inbox's figures: page views, conversations, errors and campaigns. */
export const agentInsightRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  const read = (c: Context): Promise<AgentInsightsAnswer> => {
    const days = queryNumber(c, 'days', DAYS);
    if (days < 1 || days > MAX_DAYS)
      throw new DeskError('bad_request', `days must be a whole number from 1 to ${MAX_DAYS}`);
    return readInsights(deps, days);
  };
  routes.get('/insights', async (c) => c.json(await read(c)));
  routes.get('/insights.csv', async (c) =>
    c.body(insightsCsv(await read(c)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="insights.csv"',
    }),
  );
  routes.get('/campaigns', async (c) => c.json({ campaigns: await readCampaignFigures(deps) }));
  return routes;
};
