/** The types of agents' teamwork, shared by the server and the inbox. Every call is under `/agent/api`. Times are float seconds. */

/**
 * `GET /agent/api/conversation-counts[?tag=]`: the number of conversations in each view; `mine` is for the agent who
 * asks. At most 1,000 closed ones are counted; `moreClosed` means that there are more.
 */
export type AgentCountsAnswer = {
  unassigned: number;
  mine: number;
  open: number;
  closed: number;
  moreClosed: boolean;
  /** Refused emails, and those that an admin can still accept. */
  refusedEmails: { all: number; acceptable: number };
};

/** An agent who has a conversation open, and whether they type in it. */
export type AttendingAgent = { id: string; name: string; avatarUrl?: string; typing: boolean };

/** `POST /agent/api/conversations/{id}/attending`. */
export type AttendingAnswer = { agents: AttendingAgent[] };

/**
 * An agent's note in a conversation, which visitors never get. `author` has no id for a program. `mentions` are ids of agents.
 */
export type AgentNote = {
  _id: string;
  createdAt: number;
  text: string;
  author: { id?: string; name: string; avatarUrl?: string };
  mentions: string[];
};

/** `GET /agent/api/conversations/{id}/notes`, the newest 500, newest first. */
export type AgentNotesAnswer = { notes: AgentNote[] };
