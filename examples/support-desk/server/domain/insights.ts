import type { AgentInsightsAnswer } from '../../shared/insightsApi';
import type { Transaction } from '../store/store';
import { cutText } from './clean';
import type { Deps } from './deps';
import type { BlipCount, ErrorReport } from './entities';

export const DAY_MS = 86_400_000;
/** Counts are kept this long. */
const DAYS_KEPT = 90;
/** Rows of one day. Later pages are counted together, under no name. */
const MAX_ROWS_A_DAY = 2000;
/** Cases of errors; the oldest make room. */
const MAX_ERRORS = 500;
const MAX_PAGE = 200;
const PAGES_SHOWN = 20;
const ERRORS_SHOWN = 100;

/** The counters, by day and page. The widget sends all but `conversation`. */
export const BLIP_KINDS = ['open', 'close', 'settings', 'initInterval', 'apiCall'] as const;

/** The day of a time in ms, counted from 1970, in UTC. */
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** A page's host and path. Its query and fragment may name a visitor; an address of no page is empty. */
export const pageOf = (url: unknown): string => {
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url)) return '';
  const { host, pathname } = new URL(url);
  return cutText(host + pathname, MAX_PAGE);
};

/** Adds one to a count of this day. */
export const countBlip = async (
  tx: Transaction,
  now: number,
  { kind, page, count = 1 }: { kind: BlipCount['kind']; page: string; count?: number },
): Promise<void> => {
  const row = { day: dayOf(now), kind, page, count };
  if (await tx.addToBlips(row)) return;
  const rows = await tx.blipRows(row.day);
  if (rows === 0) await tx.deleteBlips(row.day - DAYS_KEPT);
  await tx.insertBlips(rows < MAX_ROWS_A_DAY ? row : { ...row, page: '' });
};

/** Counts the blips of one request. */
export const takeBlips = async (
  deps: Deps,
  blips: readonly { kind: BlipCount['kind']; url: string }[],
): Promise<void> => {
  if (blips.length === 0) return;
  const counts = new Map<string, { kind: BlipCount['kind']; page: string; count: number }>();
  for (const { kind, url } of blips) {
    const page = pageOf(url);
    const known = counts.get(`${kind} ${page}`);
    if (known) known.count++;
    else counts.set(`${kind} ${page}`, { kind, page, count: 1 });
  }
  // In one order, so that two requests cannot wait for each other's rows.
  const ordered = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  await deps.store.transaction(async (tx) => {
    for (const [, entry] of ordered) await countBlip(tx, deps.now(), entry);
  });
};

/** Stores reports of errors; the same case is stored once and counted. */
export const takeErrorReports = async (
  deps: Deps,
  reports: readonly Omit<ErrorReport, 'count' | 'firstAt' | 'lastAt'>[],
): Promise<void> => {
  const now = Math.floor(deps.now());
  const ordered = [...reports].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  await deps.store.transaction(async (tx) => {
    for (const report of ordered) await tx.addErrorReport({ ...report, count: 1, firstAt: now, lastAt: now });
    await tx.trimErrorReports(MAX_ERRORS);
  });
};

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms / 1000);

/** What a publisher asks first, for the last `days` days. */
export const readInsights = async (deps: Deps, days: number): Promise<AgentInsightsAnswer> => {
  const today = dayOf(deps.now());
  const first = today - days + 1;
  const [blips, answers, ratings, errors] = await Promise.all([
    deps.store.blips(first),
    deps.store.firstAnswers(first),
    deps.store.ratings(first * DAY_MS),
    deps.store.errorReports(ERRORS_SHOWN),
  ]);
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
        day: isoDay(day),
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
