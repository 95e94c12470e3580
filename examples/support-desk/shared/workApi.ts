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

/**
 * `POST /agent/api/conversations/{id}/attending`: an inbox, under its own id, reports what its agent does in a
 * conversation, and repeats it every 25 s. The answer has all agents who attend to it, including this one. Colleagues
 * get changes by the event `attending`.
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
 * `POST /agent/api/conversations/{id}/notes` answers `{note}`; a repeated `referenceId` answers with the stored note,
 * and 400 if `mentions` has an id of nobody on the team. `name` is only read for programs.
 */
export type AgentNoteBody = { text: string; mentions?: string[]; referenceId?: string; name?: string };

/**
 * `POST /agent/api/conversations/{id}/assign` takes this: a colleague's `agentId`; without it, the agent who asks.
 * `name` and `avatarUrl` are only read for programs. `…/queue`, `…/close` and `…/reopen` take nothing.
 */
export type AgentAssignBody = { agentId?: string; name?: string; avatarUrl?: string };
