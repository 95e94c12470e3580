import type { AgentInsightsAnswer } from '../../../shared/answers/insights';
import { cutText } from '../../model/clean';
import type { BlipCount } from '../../model/insightEntities';
import { type Asked, daysOf, isoDay } from '../../model/periods';
import type { Deps } from '../deps';
import { DAY_MS, dayOf } from './figures';

const MAX_PAGE = 200;
const PAGES_SHOWN = 20;
const ERRORS_SHOWN = 100;

/** The counters, by day and page. The widget sends all but `conversation`. */
export const BLIP_KINDS = ['open', 'close', 'settings', 'initInterval', 'apiCall'] as const;

/** A page's host and path. Query and fragment may name a visitor; the address of something else is empty. */
export const pageOf = (url: unknown): string => {
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url)) return '';
  const { host, pathname } = new URL(url);
  return cutText(host + pathname, MAX_PAGE);
};

const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms / 1000);

/** The figures that a publisher asks for first, by days in UTC. @throws bad_request */
export const readInsights = async (deps: Deps, asked: Asked): Promise<AgentInsightsAnswer> => {
  // Includes what has been counted until now.
  await deps.figures.flush();
  const { from, days } = daysOf(asked, isoDay(deps.now()));
  const first = dayOf(Date.parse(from));
  const end = first + days;
  const [kept, answers, ratings, errors] = await Promise.all([
    deps.store.blips(first),
    deps.store.firstAnswers(first, end),
    deps.store.ratings(first * DAY_MS, end * DAY_MS),
    deps.store.errorReports(ERRORS_SHOWN),
  ]);
  const blips = kept.filter(({ day }) => day < end);
  const sum = (kind: BlipCount['kind'], which: (row: BlipCount) => boolean): number =>
    blips.reduce((total, row) => (row.kind === kind && which(row) ? total + row.count : total), 0);
  const waitOf = (day: number | null): number | undefined =>
    seconds(answers.find((row) => row.day === day)?.median);
  const pages = [...new Set(blips.map((row) => row.page))].map((page) => {
    const here = (row: BlipCount) => row.page === page;
    return {
      page,
      pageViews: sum('pageView', here),
      opens: sum('open', here),
      conversations: sum('conversation', here),
    };
  });
  const { analytics, errorReports } = deps.settings().messenger;
  return {
    counted: { views: analytics === true, errors: errorReports === true },
    days: Array.from({ length: days }, (_, at) => {
      const day = first + at;
      const then = (row: BlipCount) => row.day === day;
      return {
        day: isoDay(day * DAY_MS),
        pageViews: sum('pageView', then),
        opens: sum('open', then),
        conversations: sum('conversation', then),
        firstAnswer: waitOf(day),
      };
    }),
    firstAnswer: waitOf(null),
    ratings,
    pages: pages
      .filter((row) => row.pageViews + row.opens + row.conversations > 0)
      .sort(
        (a, b) =>
          b.conversations - a.conversations ||
          b.opens - a.opens ||
          b.pageViews - a.pageViews ||
          (a.page < b.page ? -1 : 1),
      )
      .slice(0, PAGES_SHOWN),
    errors: errors.map(({ fingerprint, firstAt, lastAt, ...report }) => ({
      ...report,
      _id: fingerprint,
      firstAt: firstAt / 1000,
      lastAt: lastAt / 1000,
    })),
  };
};
