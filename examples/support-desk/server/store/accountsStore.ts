import type {
  AgentLink,
  AgentRow,
  AgentSession,
  AgentSignIn,
  ApiKeyRow,
  AuditRow,
  Ticket,
  TicketOwner,
} from '../model/accountEntities';

/** The reads of signing in, accounts, API keys and the audit log. Times are in ms. */
export type AccountReads = {
  /** All, including removed ones, oldest first. */
  agents(): Promise<AgentRow[]>;
  /** Undefined for a removed one. */
  agentById(id: string): Promise<AgentRow | undefined>;
  /** Undefined for a removed one. @param email in lower case */
  agentByEmail(email: string): Promise<AgentRow | undefined>;
  /** The session with this hash, used after `usedAfter`, and its agent. */
  agentSessionByHash(
    tokenHash: string,
    usedAfter: number,
  ): Promise<{ session: AgentSession; agent: AgentRow } | undefined>;
  agentSessionById(id: string): Promise<AgentSession | undefined>;
  /** Newest first by `usedAt`. */
  agentSessionsOf(agentId: string, usedAfter: number): Promise<AgentSession[]>;
  /** A link that is usable at `now`. */
  agentLinkByHash(tokenHash: string, now: number): Promise<AgentLink | undefined>;
  /** The invitations that expire after `since`, newest first. */
  invitations(since: number): Promise<AgentLink[]>;
  /** A sign-in that waits for its second factor at `now`. */
  agentSignInByHash(tokenHash: string, now: number): Promise<AgentSignIn | undefined>;
  /** Oldest first. */
  apiKeys(): Promise<ApiKeyRow[]>;
  apiKeyByHash(secretHash: string): Promise<ApiKeyRow | undefined>;
  apiKeyById(id: string): Promise<ApiKeyRow | undefined>;
  /** Newest first; with `before`, only entries before that place. */
  auditEntries(page: { before?: number; limit: number }): Promise<AuditRow[]>;
};

/** The writes of the same. */
export type AccountWrites = {
  /** False if another agent has the email. */
  insertAgent(agent: AgentRow): Promise<boolean>;
  /** The caller has checked that a new email is free, under `lockDesk`. */
  updateAgent(id: string, change: Partial<Omit<AgentRow, 'id'>>): Promise<void>;
  /** Whether the agent exists. Their removal waits until the transaction ends. */
  keepAgent(id: string): Promise<boolean>;
  /** Locks the agents of these ids who exist, against all who lock them, and counts the open conversations of each. */
  lockAgents(ids: readonly string[]): Promise<{ agent: AgentRow; open: number }[]>;
  insertAgentSession(session: AgentSession): Promise<void>;
  touchAgentSession(id: string, now: number): Promise<void>;
  /**
   * Deletes the agent's sessions with their tickets: only one, all but one, or all.
   * @returns their ids
   */
  deleteAgentSessions(agentId: string, which?: { only: string } | { but: string }): Promise<string[]>;
  insertAgentLink(link: AgentLink): Promise<void>;
  /** Changes the link with this hash, if there still is one. */
  updateAgentLink(tokenHash: string, change: Partial<Omit<AgentLink, 'id'>>): Promise<void>;
  /** Removes a link that is usable at `now` and returns it; only one caller gets it. */
  takeAgentLink(tokenHash: string, now: number): Promise<AgentLink | undefined>;
  /** False if there is no such invitation. */
  deleteInvitation(id: string): Promise<boolean>;
  /** Deletes the resets of an agent, or all setup links. */
  deleteAgentLinks(which: { agentId: string } | { kind: 'setup' }): Promise<void>;
  insertAgentSignIn(signIn: AgentSignIn): Promise<void>;
  /** Counts an attempt, and returns the current sign-in. */
  countSignInTry(tokenHash: string, now: number): Promise<AgentSignIn | undefined>;
  deleteAgentSignIns(which: { agentId: string } | { tokenHash: string }): Promise<void>;
  /** Adds a key, or replaces the one with its id. */
  putApiKey(key: ApiKeyRow): Promise<void>;
  touchApiKey(id: string, now: number): Promise<void>;
  /** Deletes the key with its tickets. */
  deleteApiKey(id: string): Promise<ApiKeyRow | undefined>;
  /**
   * Deletes the keys, with their tickets, and the links that this agent created according to the audit log.
   * @returns the keys
   */
  deleteMadeBy(agentId: string): Promise<ApiKeyRow[]>;
  insertTicket(ticket: Ticket): Promise<void>;
  /** Removes a ticket that has not expired at `now` and returns its owner; only one caller gets it. */
  takeTicket(tokenHash: string, now: number): Promise<TicketOwner | undefined>;
  insertAuditEntry(entry: Omit<AuditRow, 'place'>): Promise<void>;
  /**
   * Deletes what has ended: sessions last used before `usedBefore`, and links, sign-ins and tickets that expired at
   * or before `now`, invitations that expired at or before `invitedBefore`, and entries of the audit log before
   * `auditBefore`.
   * @returns the ids of the deleted sessions
   */
  deleteEndedAccess(ended: {
    usedBefore: number;
    now: number;
    invitedBefore: number;
    auditBefore: number;
  }): Promise<string[]>;
};
