import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Rating } from '../../model/entities';
import type { CampaignFigures } from '../../model/insightEntities';
import type { Reads } from '../reads';
import type { Writes } from '../writes';
import type { Database } from './database';
import { blipCounts, campaignCounts, campaignVisits, conversations, errorReports } from './schema';

type FigureReads = Pick<Reads, 'firstAnswers' | 'ratings' | 'blips' | 'errorReports' | 'campaignFigures'>;

const DAY_MS = 86_400_000;

/** Reads the figures of Insights. */
export const createFigureReads = (db: Database): FigureReads => ({
  firstAnswers: async (sinceDay, endDay) => {
    const { firstAskedAt: asked, firstAnsweredAt: answered } = conversations;
    const rows = await db
      .select({
        day: sql<number | null>`(${asked} / ${DAY_MS})`.mapWith(Number),
        median: sql`percentile_disc(0.5) within group (order by ${answered} - ${asked})`.mapWith(Number),
      })
      .from(conversations)
      .where(and(gte(asked, sinceDay * DAY_MS), lt(asked, endDay * DAY_MS), isNotNull(answered)))
      .groupBy(sql`rollup (1)`);
    // Without any conversation there is a row for all.
    return rows.filter(({ median }) => median !== null);
  },
  ratings: async (since, until) => {
    const score = sql<Rating['score']>`${conversations.rating}->>'score'`;
    const rows = await db
      .select({ score, count: count() })
      .from(conversations)
      .where(and(gte(conversations.ratedAt, since), lt(conversations.ratedAt, until)))
      .groupBy(score);
    return { good: 0, bad: 0, ...Object.fromEntries(rows.map((row) => [row.score, row.count])) };
  },
  blips: (sinceDay) => db.select().from(blipCounts).where(gte(blipCounts.day, sinceDay)),
  errorReports: (limit) =>
    db
      .select()
      .from(errorReports)
      .orderBy(desc(errorReports.lastAt), asc(errorReports.fingerprint))
      .limit(limit),
  campaignFigures: async () => {
    const { campaignId, answeredAt } = campaignVisits;
    const [counts, visits] = await Promise.all([
      db.select().from(campaignCounts),
      db
        .select({ campaignId, opened: count(), answered: count(answeredAt) })
        .from(campaignVisits)
        .groupBy(campaignId),
    ]);
    const all = new Map<string, CampaignFigures>();
    const of = (id: string) =>
      all.get(id) ?? { campaignId: id, seen: 0, dismissed: 0, opened: 0, answered: 0 };
    for (const row of [...counts, ...visits]) all.set(row.campaignId, { ...of(row.campaignId), ...row });
    return [...all.values()].sort((a, b) => (a.campaignId < b.campaignId ? -1 : 1));
  },
});

type FigureWrites = Pick<
  Writes,
  | 'addToBlips'
  | 'deleteBlips'
  | 'addErrorReport'
  | 'trimErrorReports'
  | 'addToCampaign'
  | 'insertCampaignVisit'
  | 'answerCampaign'
>;

/** Writes the figures of Insights. */
export const createFigureWrites = (db: Database): FigureWrites => ({
  addToBlips: async (blips) => {
    await db
      .insert(blipCounts)
      .values([...blips])
      .onConflictDoUpdate({
        target: [blipCounts.day, blipCounts.kind, blipCounts.page],
        set: { count: sql`${blipCounts.count} + excluded.count` },
      });
  },
  deleteBlips: async (upTo) => {
    await db.delete(blipCounts).where(lte(blipCounts.day, upTo));
  },
  addErrorReport: async (report) => {
    const { reason, version, url, lastAt } = report;
    const count = sql`${errorReports.count} + ${report.count}`;
    await db.insert(errorReports).values(report).onConflictDoUpdate({
      target: errorReports.fingerprint,
      set: { reason, version, url, lastAt, count },
    });
  },
  trimErrorReports: async (most) => {
    const older = db
      .select({ fingerprint: errorReports.fingerprint })
      .from(errorReports)
      .orderBy(desc(errorReports.lastAt), asc(errorReports.fingerprint))
      .offset(most);
    await db.delete(errorReports).where(inArray(errorReports.fingerprint, older));
  },
  addToCampaign: async (row) => {
    const seen = sql`${campaignCounts.seen} + ${row.seen}`;
    const dismissed = sql`${campaignCounts.dismissed} + ${row.dismissed}`;
    await db
      .insert(campaignCounts)
      .values(row)
      .onConflictDoUpdate({ target: campaignCounts.campaignId, set: { seen, dismissed } });
  },
  insertCampaignVisit: async (visit) =>
    (
      await db
        .insert(campaignVisits)
        .values(visit)
        .onConflictDoNothing()
        .returning({ campaignId: campaignVisits.campaignId })
    ).length > 0,
  answerCampaign: async ({ campaignId, conversationId, answeredAt }) => {
    const visit = and(
      eq(campaignVisits.campaignId, campaignId),
      eq(campaignVisits.conversationId, conversationId),
    );
    await db.update(campaignVisits).set({ answeredAt }).where(visit);
  },
});
