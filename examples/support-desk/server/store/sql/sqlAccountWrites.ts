import { and, asc, count, eq, inArray, isNull, lt, lte, ne, not, or, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../shared/lists';
import type { AccountWrites } from '../accountsStore';
import {
  agentLinks,
  agentSessions,
  agentSignIns,
  agents,
  apiKeys,
  auditLog,
  tickets,
} from './accountsSchema';
import { conversations, OPEN } from './conversationSchema';
import type { Database } from './database';
import { createAccessWrites } from './sqlAccessWrites';

const chosenSessions = (which?: { only: string } | { but: string }) => {
  if (!which) return undefined;
  return 'only' in which ? eq(agentSessions.id, which.only) : ne(agentSessions.id, which.but);
};

export const createAccountWrites = (db: Database): AccountWrites => ({
  ...createAccessWrites(db),
  insertAgent: async (agent) =>
    (
      await db
        .insert(agents)
        .values(agent)
        .onConflictDoNothing({ target: agents.email, where: isNull(agents.removedAt) })
        .returning({ id: agents.id })
    ).length > 0,
  updateAgent: async (id, change) => {
    await db.update(agents).set(change).where(eq(agents.id, id));
  },
  keepAgent: async (id) =>
    (
      await db
        .select({ id: agents.id })
        .from(agents)
        .where(and(eq(agents.id, id), isNull(agents.removedAt)))
        .for('share')
    ).length > 0,
  lockAgents: async (ids) => {
    const rows = await db
      .select()
      .from(agents)
      .where(and(inArray(agents.id, [...ids]), isNull(agents.removedAt)))
      .orderBy(asc(agents.id))
      .for('no key update');
    const { assigneeId } = conversations;
    const counts = await db
      .select({ id: assigneeId, open: count() })
      .from(conversations)
      .where(and(OPEN, isNull(conversations.snoozedAt), inArray(assigneeId, [...ids])))
      .groupBy(assigneeId);
    return rows.map((agent) => ({ agent, open: counts.find(({ id }) => id === agent.id)?.open ?? 0 }));
  },
  insertAgentSession: async (session) => {
    await db.insert(agentSessions).values(session);
  },
  touchAgentSession: async (id, now) => {
    await db.update(agentSessions).set({ usedAt: now }).where(eq(agentSessions.id, id));
  },
  deleteAgentSessions: async (agentId, which) => {
    const removed = await db
      .delete(agentSessions)
      .where(and(eq(agentSessions.agentId, agentId), chosenSessions(which)))
      .returning({ id: agentSessions.id });
    return removed.map(({ id }) => id);
  },
  putApiKey: async (key) => {
    const { id: _, ...set } = key;
    await db.insert(apiKeys).values(key).onConflictDoUpdate({ target: apiKeys.id, set });
  },
  touchApiKey: async (id, now) => {
    await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
  },
  deleteApiKey: async (id) => (await db.delete(apiKeys).where(eq(apiKeys.id, id)).returning())[0],
  deleteMadeBy: async (agentId) => {
    const madeIn = (...actions: AuditAction[]) =>
      db
        .select({ id: sql<string>`${auditLog.target} ->> 'id'` })
        .from(auditLog)
        .where(and(inArray(auditLog.action, actions), sql`${auditLog.actor} ->> 'id' = ${agentId}`));
    const isInvitation = inArray(agentLinks.id, madeIn('invitation-made', 'invitation-renewed'));
    await db
      .delete(agentLinks)
      .where(or(isInvitation, inArray(agentLinks.agentId, madeIn('reset-link-made'))));
    return db
      .delete(apiKeys)
      .where(inArray(apiKeys.id, madeIn('key-made')))
      .returning();
  },
  insertAuditEntry: async (entry) => {
    await db.insert(auditLog).values(entry);
  },
  deleteEndedAccess: async ({ usedBefore, now, invitedBefore, auditBefore }) => {
    const isInvitation = eq(agentLinks.kind, 'invitation');
    await db.delete(agentLinks).where(and(lte(agentLinks.expiresAt, now), not(isInvitation)));
    await db.delete(agentLinks).where(and(lte(agentLinks.expiresAt, invitedBefore), isInvitation));
    await db.delete(agentSignIns).where(lte(agentSignIns.expiresAt, now));
    await db.delete(tickets).where(lte(tickets.expiresAt, now));
    await db.delete(auditLog).where(lt(auditLog.at, auditBefore));
    const ended = await db
      .delete(agentSessions)
      .where(lt(agentSessions.usedAt, usedBefore))
      .returning({ id: agentSessions.id });
    return ended.map(({ id }) => id);
  },
});
