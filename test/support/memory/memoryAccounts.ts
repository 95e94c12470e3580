import type { AgentRow, AgentSession } from '../../../examples/support-desk/server/model/accountEntities';
import type { AccountReads, AccountWrites } from '../../../examples/support-desk/server/store/accountsStore';
import type { AuditAction } from '../../../examples/support-desk/shared/lists';
import type { Edit } from './memoryForgetting';
import { removePushBrowser } from './memoryPushes';
import { copy, copyOr, find, type Tables } from './memoryReads';

type Put = { put<T>(table: Map<string, T>, key: string, value: T): void };

const by =
  <T>(...keys: ((row: T) => number | string)[]) =>
  (a: T, b: T): number => {
    for (const key of keys) {
      const [x, y] = [key(a), key(b)];
      if (x !== y) return x < y ? -1 : 1;
    }
    return 0;
  };

export const createAccountReads = (t: Tables): AccountReads => {
  const here = (test: (agent: AgentRow) => boolean): AgentRow | undefined =>
    copyOr(find(t.agents.values(), (a) => a.removedAt === null && test(a)));
  return {
    agents: async () =>
      [...t.agents.values()]
        .sort(
          by(
            (a) => a.createdAt,
            (a) => a.id,
          ),
        )
        .map(copy),
    agentById: async (id) => here((a) => a.id === id),
    agentByEmail: async (email) => here((a) => a.email === email),
    agentSessionByHash: async (tokenHash, usedAfter) => {
      const session = find(
        t.agentSessions.values(),
        (s) => s.tokenHash === tokenHash && s.usedAt > usedAfter,
      );
      const agent = session && here((a) => a.id === session.agentId);
      return session && agent && { session: copy(session), agent };
    },
    agentSessionById: async (id) => copyOr(t.agentSessions.get(id)),
    agentSessionsOf: async (agentId, usedAfter) =>
      [...t.agentSessions.values()]
        .filter((s) => s.agentId === agentId && s.usedAt > usedAfter)
        .sort(
          by(
            (s) => -s.usedAt,
            (s) => s.id,
          ),
        )
        .map(copy),
    agentLinkByHash: async (tokenHash, now) =>
      copyOr(find(t.agentLinks.values(), (l) => l.tokenHash === tokenHash && l.expiresAt > now)),
    invitations: async (since) =>
      [...t.agentLinks.values()]
        .filter((l) => l.kind === 'invitation' && l.expiresAt > since)
        .sort(
          by(
            (l) => -l.createdAt,
            (l) => l.id,
          ),
        )
        .map(copy),
    agentSignInByHash: async (tokenHash, now) => {
      const signIn = t.agentSignIns.get(tokenHash);
      return signIn && signIn.expiresAt > now ? copy(signIn) : undefined;
    },
    apiKeys: async () =>
      [...t.apiKeys.values()]
        .sort(
          by(
            (k) => k.createdAt,
            (k) => k.id,
          ),
        )
        .map(copy),
    apiKeyByHash: async (secretHash) => copyOr(find(t.apiKeys.values(), (k) => k.secretHash === secretHash)),
    apiKeyById: async (id) => copyOr(t.apiKeys.get(id)),
    auditEntries: async ({ before = Number.POSITIVE_INFINITY, limit }) =>
      [...t.auditLog.values()]
        .filter(({ place }) => place < before)
        .sort(by(({ place }) => -place))
        .slice(0, limit)
        .map(copy),
  };
};

export const createAccountWrites = (t: Tables, edit: Edit & Put): AccountWrites => {
  const { put, change, remove } = edit;
  const removeSession = (id: string): void => {
    for (const [key, ticket] of t.tickets) if (ticket.sessionId === id) remove(t.tickets, key);
    removePushBrowser(t, edit, id);
    remove(t.agentSessions, id);
  };
  const isChosen = (s: AgentSession, which?: { only: string } | { but: string }): boolean => {
    if (!which) return true;
    return 'only' in which ? s.id === which.only : s.id !== which.but;
  };
  const removeWhere = <T>(table: Map<string, T>, test: (row: T) => boolean): void => {
    for (const [key, row] of table) if (test(row)) remove(table, key);
  };
  return {
    insertAgent: async (agent) => {
      if (find(t.agents.values(), (a) => a.removedAt === null && a.email === agent.email)) return false;
      put(t.agents, agent.id, agent);
      return true;
    },
    keepAgent: async (id) => t.agents.get(id)?.removedAt === null,
    lockAgents: async (ids) =>
      [...t.agents.values()]
        .filter(({ id, removedAt }) => removedAt === null && ids.includes(id))
        .map((agent) => ({
          agent: structuredClone(agent),
          open: [...t.conversations.values()].filter(
            (c) =>
              c.assigneeId === agent.id &&
              c.status === 'active' &&
              c.messageCount > 0 &&
              c.snoozedAt === null,
          ).length,
        })),
    updateAgent: async (id, fields) => change(t.agents, id, fields),
    insertAgentSession: async (session) => put(t.agentSessions, session.id, session),
    touchAgentSession: async (id, now) => change(t.agentSessions, id, { usedAt: now }),
    deleteAgentSessions: async (agentId, which) => {
      const ids = [...t.agentSessions.values()]
        .filter((s) => s.agentId === agentId && isChosen(s, which))
        .map(({ id }) => id);
      for (const id of ids) removeSession(id);
      return ids;
    },
    insertAgentLink: async (link) => put(t.agentLinks, link.id, link),
    updateAgentLink: async (tokenHash, fields) => {
      const link = find(t.agentLinks.values(), (l) => l.tokenHash === tokenHash);
      if (link) change(t.agentLinks, link.id, fields);
    },
    takeAgentLink: async (tokenHash, now) => {
      const link = find(t.agentLinks.values(), (l) => l.tokenHash === tokenHash && l.expiresAt > now);
      if (!link) return undefined;
      remove(t.agentLinks, link.id);
      return copy(link);
    },
    deleteInvitation: async (id) => t.agentLinks.get(id)?.kind === 'invitation' && remove(t.agentLinks, id),
    deleteAgentLinks: async (which) =>
      removeWhere(t.agentLinks, (l) =>
        'kind' in which ? l.kind === which.kind : l.agentId === which.agentId,
      ),
    insertAgentSignIn: async (signIn) => put(t.agentSignIns, signIn.tokenHash, signIn),
    countSignInTry: async (tokenHash, now) => {
      const signIn = t.agentSignIns.get(tokenHash);
      if (!signIn || signIn.expiresAt <= now) return undefined;
      change(t.agentSignIns, tokenHash, { tries: signIn.tries + 1 });
      return copyOr(t.agentSignIns.get(tokenHash));
    },
    deleteAgentSignIns: async (which) =>
      removeWhere(t.agentSignIns, (s) =>
        'agentId' in which ? s.agentId === which.agentId : s.tokenHash === which.tokenHash,
      ),
    putApiKey: async (key) => put(t.apiKeys, key.id, key),
    touchApiKey: async (id, now) => change(t.apiKeys, id, { lastUsedAt: now }),
    deleteApiKey: async (id) => {
      const key = t.apiKeys.get(id);
      if (!key) return undefined;
      removeWhere(t.tickets, (ticket) => ticket.keyId === id);
      remove(t.apiKeys, id);
      return copy(key);
    },
    deleteMadeBy: async (agentId) => {
      const madeIn = (...actions: AuditAction[]) =>
        [...t.auditLog.values()].flatMap((entry) =>
          actions.includes(entry.action) && entry.actor.id === agentId ? [entry.target?.id] : [],
        );
      const [invited, reset] = [madeIn('invitation-made', 'invitation-renewed'), madeIn('reset-link-made')];
      removeWhere(t.agentLinks, (link) => invited.includes(link.id) || reset.includes(link.agentId ?? ''));
      const keys = madeIn('key-made').flatMap((id) => copyOr(t.apiKeys.get(id ?? '')) ?? []);
      for (const { id } of keys) {
        removeWhere(t.tickets, (ticket) => ticket.keyId === id);
        remove(t.apiKeys, id);
      }
      return keys;
    },
    insertTicket: async (ticket) => put(t.tickets, ticket.tokenHash, ticket),
    takeTicket: async (tokenHash, now) => {
      const ticket = t.tickets.get(tokenHash);
      if (!ticket || ticket.expiresAt <= now) return undefined;
      remove(t.tickets, tokenHash);
      return { sessionId: ticket.sessionId, keyId: ticket.keyId };
    },
    insertAuditEntry: async (entry) => {
      const place = ++t.auditPlace;
      put(t.auditLog, String(place), { ...entry, place });
    },
    deleteEndedAccess: async ({ usedBefore, now, invitedBefore, auditBefore }) => {
      removeWhere(t.agentLinks, (l) => l.expiresAt <= (l.kind === 'invitation' ? invitedBefore : now));
      for (const table of [t.agentSignIns, t.tickets])
        removeWhere<{ expiresAt: number }>(table, ({ expiresAt }) => expiresAt <= now);
      removeWhere(t.auditLog, ({ at }) => at < auditBefore);
      const ended = [...t.agentSessions.values()].filter((s) => s.usedAt < usedBefore).map(({ id }) => id);
      for (const id of ended) removeSession(id);
      return ended;
    },
  };
};
