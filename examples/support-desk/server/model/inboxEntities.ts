/**
 * Selects part of the inbox, by default all of it. Only `blocked` and `mentions` have conversations of blocked visitors.
 * `open` has what is neither closed nor snoozed; `unassigned` has the part of it without an assignee.
 */
export type InboxView =
  | {
      kind: 'open' | 'unassigned' | 'queued' | 'assigned' | 'snoozed' | 'closed' | 'blocked';
      /** Limits assigned conversations to those of the agent with this name or id. */
      assignee?: string;
      assigneeId?: string;
    }
  /** Conversations in which a note mentions this agent, whatever their state. */
  | { kind: 'mentions'; agentId: string };

/** Selects conversations: all conditions hold. */
export type InboxFilter = {
  view?: InboxView;
  /** Only those of the agent or integration with this id. */
  assigneeId?: string;
  /** Only those with this tag. */
  tag?: string;
  /** Only those whose visitors have waited for an answer since this time (ms) or longer. */
  waitsBefore?: number;
};

/** How many conversations the shared views have. */
export type InboxCounts = { unassigned: number; open: number; snoozed: number; closed: number };

/** How many open conversations an agent has, and in how many they have not read a note that mentions them. */
export type OwnCounts = { mine: number; mentions: number };
