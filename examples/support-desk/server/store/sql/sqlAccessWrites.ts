import { and, eq, gt, sql } from 'drizzle-orm';
import type { AccountWrites } from '../accountsStore';
import { agentLinks, agentSignIns, tickets } from './accountsSchema';
import type { Database } from './database';

type AccessWrites = Pick<
  AccountWrites,
  | 'insertAgentLink'
  | 'updateAgentLink'
  | 'takeAgentLink'
  | 'deleteInvitation'
  | 'deleteAgentLinks'
  | 'insertAgentSignIn'
  | 'countSignInTry'
  | 'deleteAgentSignIns'
  | 'insertTicket'
  | 'takeTicket'
>;

/** Writes links, pending sign-ins and tickets, each of which works once. */
export const createAccessWrites = (db: Database): AccessWrites => ({
  insertAgentLink: async (link) => {
    await db.insert(agentLinks).values(link);
  },
  updateAgentLink: async (tokenHash, change) => {
    await db.update(agentLinks).set(change).where(eq(agentLinks.tokenHash, tokenHash));
  },
  takeAgentLink: async (tokenHash, now) =>
    (
      await db
        .delete(agentLinks)
        .where(and(eq(agentLinks.tokenHash, tokenHash), gt(agentLinks.expiresAt, now)))
        .returning()
    )[0],
  deleteInvitation: async (id) =>
    (
      await db
        .delete(agentLinks)
        .where(and(eq(agentLinks.id, id), eq(agentLinks.kind, 'invitation')))
        .returning({ id: agentLinks.id })
    ).length > 0,
  deleteAgentLinks: async (which) => {
    await db
      .delete(agentLinks)
      .where('kind' in which ? eq(agentLinks.kind, which.kind) : eq(agentLinks.agentId, which.agentId));
  },
  insertAgentSignIn: async (signIn) => {
    await db.insert(agentSignIns).values(signIn);
  },
  countSignInTry: async (tokenHash, now) =>
    (
      await db
        .update(agentSignIns)
        .set({ tries: sql`${agentSignIns.tries} + 1` })
        .where(and(eq(agentSignIns.tokenHash, tokenHash), gt(agentSignIns.expiresAt, now)))
        .returning()
    )[0],
  deleteAgentSignIns: async (which) => {
    await db
      .delete(agentSignIns)
      .where(
        'agentId' in which
          ? eq(agentSignIns.agentId, which.agentId)
          : eq(agentSignIns.tokenHash, which.tokenHash),
      );
  },
  insertTicket: async (ticket) => {
    await db.insert(tickets).values(ticket);
  },
  takeTicket: async (tokenHash, now) =>
    (
      await db
        .delete(tickets)
        .where(and(eq(tickets.tokenHash, tokenHash), gt(tickets.expiresAt, now)))
        .returning({ sessionId: tickets.sessionId, keyId: tickets.keyId })
    )[0],
});
