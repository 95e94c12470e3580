import { asc, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { CampaignFigures, Rating } from '../../domain/entities';
import type { Reads } from '../store';
import type { Database } from './database';
import { blipCounts, campaignCounts, campaignVisits, conversations, errorReports } from './schema';

type FigureReads = Pick<
  Reads,
  'askedConversations' | 'ratings' | 'blips' | 'blipRows' | 'errorReports' | 'campaignFigures'
>;

/** Reads what Insights shows. */
export const createFigureReads = (db: Database): FigureReads => ({
  askedConversations: async (since, limit) => {
    const { firstAskedAt: asked, firstAnsweredAt: answeredAt } = conversations;
    const rows = await db
      .select({ askedAt: asked, answeredAt })
      .from(conversations)
      .where(gte(asked, since))
      .orderBy(desc(asked))
      .limit(limit);
    return rows.map((row) => ({ ...row, askedAt: row.askedAt ?? 0 }));
  },
  ratings: async (since) => {
    const score = sql<Rating['score']>`${conversations.rating}->>'score'`;
    const rows = await db
      .select({ score, count: count() })
      .from(conversations)
      .where(gte(conversations.ratedAt, since))
      .groupBy(score);
    return { good: 0, bad: 0, ...Object.fromEntries(rows.map((row) => [row.score, row.count])) };
  },
  blips: (sinceDay) => db.select().from(blipCounts).where(gte(blipCounts.day, sinceDay)),
  blipRows: async (day) => {
    const [row] = await db.select({ count: count() }).from(blipCounts).where(eq(blipCounts.day, day));
    return row?.count ?? 0;
  },
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
