import type { Activity } from '../../../src/wire/realtime';

/**
 * The agent API's shapes, shared by the server that answers and the inbox that asks. Everything is under `/agent/api`
 * with `Authorization: Bearer AGENT_TOKEN`; times are float seconds; messages are those of FACTS.md 2.5.
 */

/** A message as it travels: the common fields and whatever its type adds. */
export type AgentMessage = {
  _id: string;
  type: string;
  role: 'appUser' | 'appMaker';
  received: number;
  text?: string;
  name?: string;
  avatarUrl?: string;
  referenceId?: string;
  [field: string]: unknown;
};

/** One row of the inbox. */
export type AgentConversation = {
  _id: string;
  displayName: string;
  status: 'active' | 'idle';
  createdAt: number;
  lastUpdatedAt: number;
  /** Visitor messages newer than the agents' reading position. */
  unreadCount: number;
  /** How far the agents have read. */
  businessLastRead?: number;
  /** How far the visitor has read. */
  visitorLastRead?: number;
  lastMessage?: AgentMessage;
  visitor: {
    appUserId: string;
    /** Who the visitor proved to be, and what their token said of them. */
    externalId?: string;
    email?: string;
    locale?: string;
    userAgent?: string;
    currentUrl?: string;
    currentTitle?: string;
    referrer?: string;
  };
};

/** `GET /agent/api/conversations`, newest first. */
export type AgentConversationsAnswer = { conversations: AgentConversation[] };

/** `GET /agent/api/conversations/{id}/messages[?before=received]`, ascending. */
export type AgentMessagesAnswer = { messages: AgentMessage[]; hasPrevious: boolean };

/** `POST /agent/api/conversations/{id}/messages` takes the message itself, or `{message}`; answers `{messages: [it]}`. */
export type AgentSendBody = { type?: string; text?: string; referenceId?: string; [field: string]: unknown };

/** `POST /agent/api/conversations/{id}/activity` takes this, or `{activity: this}`. */
export type AgentActivityBody = { type: 'conversation:read' | 'typing:start' | 'typing:stop'; name?: string };

/** `GET /agent/api/session`: who is signed in and where live events come from. */
export type AgentSessionAnswer = { name: string; realtime: { baseUrl: string; channel: string } };

/** The channel every signed-in agent may subscribe to, with `ext: {agentToken}`. */
export const AGENT_CHANNEL = '/desk/agents';

/** One entry of `{events: [...]}` on the agents' channel. Each carries the conversation as it now stands. */
export type AgentEvent =
  | { type: 'message'; conversation: AgentConversation; message: AgentMessage }
  | { type: 'activity'; conversation: AgentConversation; activity: Activity }
  | { type: 'conversation:added' | 'conversation:updated'; conversation: AgentConversation };

/** A key that visitors' JWTs may be signed with; `secret` is told once, when the key is made. Times are float seconds. */
export type AgentSigningKey = {
  id: string;
  name: string;
  source: 'api' | 'settings';
  createdAt?: number;
  secret?: string;
};

/** `GET /agent/api/signing-keys`, oldest first; `POST` takes `{name?}` and answers `{signingKey}`. */
export type AgentSigningKeysAnswer = { signingKeys: AgentSigningKey[] };
