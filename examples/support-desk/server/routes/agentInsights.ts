import { type Context, Hono } from 'hono';
import type { Deps } from '../domain/deps';
import { readCampaignFigures } from '../domain/insights/campaigns';
import { readInsights } from '../domain/insights/insights';
import { askedPeriods, readAskersPages, readRatings, readTeamInsights } from '../domain/insights/team';
import { queryNumber } from '../http/query';
import { DeskError } from '../model/deskError';
import type { Asked } from '../model/periods';
import { placeOf } from './agentConversations';
import { agentsCsv, daysCsv, hoursCsv, pagesCsv, ratingLine, ratingsHead, tagsCsv } from './insightTables';

const DAYS = 7;
const MAX_DAYS = 90;
const RATINGS_A_PAGE = 50;
/** Of a file. */
const MOST_RATINGS = 500;

/** Marks UTF-8 for spreadsheets, some of which otherwise take it for another encoding. */
const BOM = '\uFEFF';

/** `?from=&to=`, or else `?days=`. @throws bad_request */
const askedOf = (c: Context): Asked => {
  const { from, to } = c.req.query();
  if (from !== undefined || to !== undefined) return { from: from ?? '', to: to ?? '' };
  const days = queryNumber(c, 'days', DAYS);
  if (days < 1 || days > MAX_DAYS)
    throw new DeskError('bad_request', `days must be a whole number from 1 to ${MAX_DAYS}`);
  return { days };
};

/** All ratings of a period, read in pages. */
const ratingsCsv = async (deps: Deps, asked: Asked): Promise<string> => {
  const lines = [ratingsHead()];
  let after: { at: number; id: string } | undefined;
  do {
    const { ratings, next } = await readRatings(deps, asked, { after, limit: MOST_RATINGS });
    lines.push(...ratings.map(ratingLine));
    const [, at, id] = /^(\d+)_(.+)$/s.exec(next ?? '') ?? [];
    after = at === undefined || id === undefined ? undefined : { at: Number(at), id };
  } while (after);
  return lines.join('');
};

const TABLES: Record<string, (deps: Deps, asked: Asked) => Promise<string>> = {
  days: async (deps, asked) => daysCsv(await readInsights(deps, asked)),
  agents: async (deps, asked) => agentsCsv(await readTeamInsights(deps, asked)),
  tags: async (deps, asked) => tagsCsv(await readTeamInsights(deps, asked)),
  hours: async (deps, asked) => hoursCsv(await readTeamInsights(deps, asked)),
  ratings: ratingsCsv,
  pages: async (deps, asked) => pagesCsv(await readAskersPages(deps, asked)),
};

/** The inbox's figures: page views, conversations, the team's work, errors and campaigns. */
export const agentInsightRoutes = (deps: Deps): Hono => {
  const routes = new Hono();
  routes.get('/insights', async (c) => c.json(await readInsights(deps, askedOf(c))));
  routes.get('/insights/team', async (c) => c.json(await readTeamInsights(deps, askedOf(c))));
  routes.get('/insights/ratings', async (c) =>
    c.json(await readRatings(deps, askedOf(c), { after: placeOf(c), limit: RATINGS_A_PAGE })),
  );
  routes.get('/insights/pages', async (c) => c.json(await readAskersPages(deps, askedOf(c))));
  routes.get('/insights.csv', async (c) => {
    const name = c.req.query('table') ?? 'days';
    const read = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
    if (!read) throw new DeskError('bad_request', `table must be one of ${Object.keys(TABLES).join(', ')}`);
    const asked = askedOf(c);
    const { from, to } = askedPeriods(deps, asked).period;
    return c.body(BOM + (await read(deps, asked)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="insights-${name}-${from}-to-${to}.csv"`,
    });
  });
  routes.get('/campaigns', async (c) => c.json({ campaigns: await readCampaignFigures(deps) }));
  return routes;
};
