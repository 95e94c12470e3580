import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, ne } from 'drizzle-orm';
import type { PushReads, PushWrites } from '../pushStore';
import type { Database } from './database';
import { agentSessions, agents, pushAlerts, pushBrowsers, pushes } from './schema';
import { at, statement } from './statement';

/** The queries of each second. */
export const createPushReads = (db: Database): PushReads => {
  const browsers = statement('push browsers', () =>
    db
      .select({
        ...getTableColumns(pushBrowsers),
        agentId: agentSessions.agentId,
        userAgent: agentSessions.userAgent,
      })
      .from(pushBrowsers)
      .innerJoin(agentSessions, eq(agentSessions.id, pushBrowsers.sessionId))
      .innerJoin(agents, eq(agents.id, agentSessions.agentId))
      .where(and(gt(agentSessions.usedAt, at('usedAfter')), isNull(agents.removedAt)))
      .orderBy(asc(pushBrowsers.createdAt), asc(pushBrowsers.sessionId)),
  );
  const alerts = statement('push alerts', () =>
    db
      .select()
      .from(pushAlerts)
      .where(lte(pushAlerts.dueAt, at('now')))
      .orderBy(asc(pushAlerts.dueAt), asc(pushAlerts.id))
      .limit(at('limit')),
  );
  const due = statement('pushes', () =>
    db
      .selectDistinct({ id: pushes.sessionId })
      .from(pushes)
      .where(lte(pushes.dueAt, at('now'))),
  );
  return {
    pushBrowsers: (usedAfter) => browsers({ usedAfter }),
    duePushAlerts: (now, limit) => alerts({ now, limit }),
    duePushes: async (now) => (await due({ now })).map(({ id }) => id),
  };
};

export const createPushWrites = (db: Database): PushWrites => ({
  putPushBrowser: async (browser) => {
    const { sessionId, ...set } = browser;
    await db
      .delete(pushBrowsers)
      .where(and(eq(pushBrowsers.endpoint, browser.endpoint), ne(pushBrowsers.sessionId, sessionId)));
    await db.insert(pushBrowsers).values(browser).onConflictDoUpdate({ target: pushBrowsers.sessionId, set });
  },
  deletePushBrowser: async (sessionId, endpoint) =>
    (
      await db
        .delete(pushBrowsers)
        .where(
          and(
            eq(pushBrowsers.sessionId, sessionId),
            endpoint === undefined ? undefined : eq(pushBrowsers.endpoint, endpoint),
          ),
        )
        .returning({ id: pushBrowsers.sessionId })
    ).length > 0,
  putPushAlerts: async (alerts) => {
    for (const alert of alerts) {
      const { id: _, ...set } = alert;
      await db.insert(pushAlerts).values(alert).onConflictDoUpdate({ target: pushAlerts.id, set });
    }
  },
  takePushAlert: async (id, now) =>
    (
      await db
        .delete(pushAlerts)
        .where(and(eq(pushAlerts.id, id), lte(pushAlerts.dueAt, now)))
        .returning()
    )[0],
  putPushes: async (rows) => {
    for (const push of rows) {
      const { id: _, sessionId: __, ...set } = push;
      await db
        .insert(pushes)
        .values(push)
        .onConflictDoUpdate({ target: [pushes.sessionId, pushes.id], set });
    }
  },
  claimPush: async (sessionId, now, until) => {
    const due = db
      .select({ id: pushes.id })
      .from(pushes)
      .where(and(eq(pushes.sessionId, sessionId), lte(pushes.dueAt, now)))
      .orderBy(asc(pushes.dueAt), asc(pushes.id))
      .limit(1)
      .for('update', { skipLocked: true });
    return (
      await db
        .update(pushes)
        .set({ dueAt: until })
        .where(and(eq(pushes.sessionId, sessionId), inArray(pushes.id, due)))
        .returning()
    )[0];
  },
  settlePush: async ({ sessionId, id }, until, change) => {
    const its = and(eq(pushes.sessionId, sessionId), eq(pushes.id, id), eq(pushes.dueAt, until));
    if (change) await db.update(pushes).set(change).where(its);
    else await db.delete(pushes).where(its);
  },
});
