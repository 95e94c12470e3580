import { and, asc, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { AccountReads } from '../accountsStore';
import { agentLinks, agentSessions, agentSignIns, agents, apiKeys, auditLog } from './accountsSchema';
import type { Database } from './database';
import { at, statement } from './statement';

/** The caller, a query of every call by an agent or a program. */
const createCallerReads = (db: Database): Pick<AccountReads, 'agentSessionByHash' | 'apiKeyByHash'> => {
  const agentSession = statement('agent session', () =>
    db
      .select({ session: agentSessions, agent: agents })
      .from(agentSessions)
      .innerJoin(agents, eq(agents.id, agentSessions.agentId))
      .where(
        and(
          eq(agentSessions.tokenHash, at('tokenHash')),
          gt(agentSessions.usedAt, at('usedAfter')),
          isNull(agents.removedAt),
        ),
      ),
  );
  const apiKey = statement('api key', () =>
    db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.secretHash, at('secretHash'))),
  );
  return {
    agentSessionByHash: async (tokenHash, usedAfter) => (await agentSession({ tokenHash, usedAfter }))[0],
    apiKeyByHash: async (secretHash) => (await apiKey({ secretHash }))[0],
  };
};

export const createAccountReads = (db: Database): AccountReads => ({
  ...createCallerReads(db),
  agents: () => db.select().from(agents).orderBy(asc(agents.createdAt), asc(agents.id)),
  agentById: async (id) =>
    (
      await db
        .select()
        .from(agents)
        .where(and(eq(agents.id, id), isNull(agents.removedAt)))
    )[0],
  agentByEmail: async (email) =>
    (
      await db
        .select()
        .from(agents)
        .where(and(eq(agents.email, email), isNull(agents.removedAt)))
    )[0],
  agentSessionById: async (id) => (await db.select().from(agentSessions).where(eq(agentSessions.id, id)))[0],
  agentSessionsOf: (agentId, usedAfter) =>
    db
      .select()
      .from(agentSessions)
      .where(and(eq(agentSessions.agentId, agentId), gt(agentSessions.usedAt, usedAfter)))
      .orderBy(desc(agentSessions.usedAt), asc(agentSessions.id)),
  agentLinkByHash: async (tokenHash, now) =>
    (
      await db
        .select()
        .from(agentLinks)
        .where(and(eq(agentLinks.tokenHash, tokenHash), gt(agentLinks.expiresAt, now)))
    )[0],
  invitations: (since) =>
    db
      .select()
      .from(agentLinks)
      .where(and(eq(agentLinks.kind, 'invitation'), gt(agentLinks.expiresAt, since)))
      .orderBy(desc(agentLinks.createdAt), asc(agentLinks.id)),
  agentSignInByHash: async (tokenHash, now) =>
    (
      await db
        .select()
        .from(agentSignIns)
        .where(and(eq(agentSignIns.tokenHash, tokenHash), gt(agentSignIns.expiresAt, now)))
    )[0],
  apiKeys: () => db.select().from(apiKeys).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),
  apiKeyById: async (id) => (await db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0],
  auditEntries: ({ before, limit }) =>
    db
      .select()
      .from(auditLog)
      .where(before === undefined ? undefined : lt(auditLog.place, before))
      .orderBy(desc(auditLog.place))
      .limit(limit),
});
