/** The types of what agents do together, shared by the server and the inbox. Every call is under `/agent/api`. Times are float seconds. */

/**
 * `GET /agent/api/conversation-counts[?tag=]`: how many conversations the views have; `mine` are those of the agent who asks.
 * Of closed ones, at most 1,000 are counted, and `moreClosed` says that there are more.
 */
export type AgentCountsAnswer = {
  unassigned: number;
  mine: number;
  open: number;
  closed: number;
  moreClosed: boolean;
  /** Emails that became no message, and those of them that an admin can still accept. */
  refusedEmails: { all: number; acceptable: number };
};

/** An agent who has a conversation open, and whether they type in it. */
export type AttendingAgent = { id: string; name: string; avatarUrl?: string; typing: boolean };

/**
 * `POST /agent/api/conversations/{id}/attending`: an inbox, under an id of its own, says what its agent does in a
 * conversation, and says it again every 25 s. The answer has all agents who attend to it, the asking one among them.
 * Colleagues hear of changes by the event `attending`.
 */
export type AttendingBody = { inbox: string; state: 'looking' | 'typing' | 'gone' };
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

/**
 * `POST /agent/api/conversations/{id}/notes` answers `{note}`; a repeat of a `referenceId` answers with the stored one, and 400
 * where `mentions` has an id of nobody on the team. `name` is only read for programs.
 */
export type AgentNoteBody = { text: string; mentions?: string[]; referenceId?: string; name?: string };

/**
 * `POST /agent/api/conversations/{id}/assign` takes this: a colleague's `agentId`, and without it the agent who asks. `name` and
 * `avatarUrl` are only read for programs. `…/queue`, `…/close` and `…/reopen` take nothing.
 */
export type AgentAssignBody = { agentId?: string; name?: string; avatarUrl?: string };
