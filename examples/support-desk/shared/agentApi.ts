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
  /** What the author is, where that is no person: 'AI' and 'bot' are marked for the visitor. */
  authorSubtypes?: ('AI' | 'bot' | 'agent' | 'activity')[];
  /** The size of an image in pixels, an extra of ours: read from the bytes of uploads. */
  mediaWidth?: number;
  mediaHeight?: number;
  referenceId?: string;
  [field: string]: unknown;
};

/** One row of the inbox. */
export type AgentConversation = {
  _id: string;
  displayName: string;
  status: 'active' | 'idle';
  /** Absent is 'cleared': in nobody's queue and with nobody. */
  routingStatus?: 'queued' | 'assigned';
  /** The agent it is assigned to. */
  assignee?: string;
  createdAt: number;
  lastUpdatedAt: number;
  /** Visitor messages newer than the agents' reading position. */
  unreadCount: number;
  /** How far the agents have read. */
  businessLastRead?: number;
  /** How far the visitor has read. */
  visitorLastRead?: number;
  /** `received` of the newest message of the business that reached the visitor's browser. */
  visitorDelivered?: number;
  /** When it joined the queue, while it is in it. */
  queuedAt?: number;
  lastMessage?: AgentMessage;
  /** In answers to a search: the newest message that has the words, where one has. */
  match?: AgentMessage;
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

/**
 * `GET /agent/api/conversations[?offset=][&view=queued|assigned|closed][&assignee=][&search=]`, newest first; the view
 * 'queued' begins with who waits longest. `search` looks in messages, names and email addresses.
 */
export type AgentConversationsAnswer = { conversations: AgentConversation[]; hasMore: boolean };

export type AgentInboxView = 'queued' | 'assigned' | 'closed';

/** `GET /agent/api/conversations/{id}/messages[?before=received]`, ascending. */
export type AgentMessagesAnswer = { messages: AgentMessage[]; hasPrevious: boolean };

/**
 * `POST /agent/api/conversations/{id}/messages` takes the message itself, or `{message}`; answers `{messages: [it]}`.
 * `POST …/files` takes a file: multipart parts `source` and, where there is more to say, `message`.
 */
export type AgentSendBody = { type?: string; text?: string; referenceId?: string; [field: string]: unknown };

/** `POST /agent/api/conversations/{id}/activity` takes this, or `{activity: this}`. */
export type AgentActivityBody = { type: 'conversation:read' | 'typing:start' | 'typing:stop'; name?: string };

/** `GET /agent/api/session`: who is signed in and where live events come from. */
export type AgentSessionAnswer = { name: string; realtime: { baseUrl: string; channel: string } };

/**
 * What happened without a message: a postback has actionId, messageId, text and payload of the button that was pressed; a
 * referral the signedCampaignData that led to the conversation; a change has `what` became of the conversation (assigned,
 * queued, closed, reopened, or ended by its visitor), and when it was assigned the `assignee`.
 */
export type AgentHappening = { _id: string; createdAt: number; [field: string]: unknown };

/** `GET /agent/api/conversations/{id}/postbacks`, `…/referrals`: the newest 50, `…/changes`: the newest 500; newest first. */
export type AgentHappeningsAnswer = { happenings: AgentHappening[] };

/** `POST /agent/api/conversations/{id}/assign` takes this; `…/queue`, `…/close` and `…/reopen` take nothing. */
export type AgentAssignBody = { name?: string; avatarUrl?: string };

/** `POST /agent/api/link-requests/{code}/match` takes this; without an outcome the channel is linked. */
export type AgentMatchBody = {
  outcome?: 'matched' | 'linked' | 'cancelled' | 'failed';
  /** How the visitor is called in that channel. */
  displayName?: string;
  /** Why it failed. */
  error?: { code: string; description: string };
};

/** `GET /agent/api/counters`: what this process was told since it began. */
export type AgentCountersAnswer = { pageViews: number; eventBatches: number; events: number };

/** The channel every signed-in agent may subscribe to, with `ext: {agentToken}`. */
export const AGENT_CHANNEL = '/desk/agents';

/** One entry of `{events: [...]}` on the agents' channel. Each carries the conversation as it now stands. */
export type AgentEvent =
  /** With the change where the message reopened the conversation. */
  | { type: 'message'; conversation: AgentConversation; message: AgentMessage; change?: AgentHappening }
  | { type: 'activity'; conversation: AgentConversation; activity: Activity & { messageId?: string } }
  | { type: 'postback'; conversation: AgentConversation; postback: AgentHappening }
  | { type: 'referral'; conversation: AgentConversation; referral: AgentHappening }
  | { type: 'conversation:added'; conversation: AgentConversation }
  | { type: 'conversation:updated'; conversation: AgentConversation; change?: AgentHappening };

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
