import type { Activity } from '@porch/messenger/wire/realtime';
import type { IceServer, RecordingAnswer } from '@porch/messenger/wire/voice';
import type { AgentNote, AttendingAgent } from './workApi';

/**
 * The types of the agent API, shared by the server and the inbox. Every call is under `/agent/api` and needs
 * the cookie of a signed-in agent, or `Authorization: Bearer API_KEY`. Times are float seconds. Messages have the same fields as for
 * visitors.
 */

/** A message on the wire: the common fields and those of its type. */
export type AgentMessage = {
  _id: string;
  type: string;
  role: 'appUser' | 'appMaker';
  received: number;
  text?: string;
  name?: string;
  avatarUrl?: string;
  /** The id of the visitor or the agent who wrote it. Programs have none. */
  authorId?: string;
  /** Marks authors that are not a person: visitors see a mark for 'AI' and 'bot'. */
  authorSubtypes?: ('AI' | 'bot' | 'agent' | 'activity')[];
  /** The size of an image in pixels, read from the uploaded file. An addition of this desk. */
  mediaWidth?: number;
  mediaHeight?: number;
  referenceId?: string;
  [field: string]: unknown;
};

/** A channel that a visitor has linked; `id` is that of their account there. */
export type AgentChannel = { id: string; type: string; displayName?: string };

/** One row of the inbox. */
export type AgentRating = { score: 'good' | 'bad'; comment?: string; at: number };

export type AgentConversation = {
  _id: string;
  displayName: string;
  /**
   * The source of the name. `login`: a signed token has it. `page`: the visitor's browser set it, which anyone can do.
   * `desk`: the desk generated it, because the visitor gave none.
   */
  nameFrom: 'login' | 'page' | 'desk';
  status: 'active' | 'idle';
  tags: string[];
  /** The ticket fields that the page has set. `AgentTicketFieldsAnswer` has their names. */
  fields: { id: string; value: unknown }[];
  /** Absent when it is neither queued nor assigned. */
  routingStatus?: 'queued' | 'assigned';
  /** The name of the assigned agent, and their id if they have an account. */
  assignee?: string;
  assigneeId?: string;
  /** Whether the assignee is an integration, such as a bot. */
  isHandledByBot?: boolean;
  /** The ids of the agents that a note mentions and who have not read it. */
  mentioned?: string[];
  /** Since when the visitor has been waiting for an answer, if they wait and it is open. */
  waitingSince?: number;
  createdAt: number;
  lastUpdatedAt: number;
  /** Visitor messages newer than the agents' reading position. */
  unreadCount: number;
  /** How far the agents have read. */
  businessLastRead?: number;
  /** How far the visitor has read. */
  visitorLastRead?: number;
  /** `received` of the team's newest message that reached the visitor's browser. */
  visitorDelivered?: number;
  /** When it joined the queue, if it is queued. */
  queuedAt?: number;
  lastMessage?: AgentMessage;
  /** The visitor's rating, after its end. `at` is float seconds. */
  rating?: AgentRating;
  /** In search results: the newest message that contains the words, if any. */
  match?: AgentMessage;
  visitor: {
    appUserId: string;
    /** Whether an agent has blocked them. */
    blocked?: true;
    /** The external id of a logged-in visitor. */
    externalId?: string;
    email?: string;
    /** Whether a signed token proves that the address is theirs. A visitor may also have written it in the form. */
    emailVerified?: boolean;
    /** Channels that also receive the answers. `POST /agent/api/users/{appUserId}/clients/{id}/unlink` unlinks one. */
    channels?: AgentChannel[];
    locale?: string;
    userAgent?: string;
    currentUrl?: string;
    currentTitle?: string;
    referrer?: string;
    /** What the page has set for the visitor and the conversation, which is not proven. The list leaves it out. */
    properties?: { name: string; value: unknown }[];
  };
};

/**
 * `GET
 * /agent/api/conversations[?view=][&assignee=][&assigneeId=][&sort=waiting][&tag=][&search=[&inbox=&turn=]][&after=]`,
 * newest first; with `sort=waiting` the longest wait for an answer first. The view 'open' has what is not closed;
 * 'unassigned' has the part without an assignee; 'queued' begins with the longest wait in the queue; 'assigned' has
 * those of the agent with this name or id. Conversations of blocked visitors are only in 'blocked', and in the list
 * without a view. A page has 200 conversations. `search` looks in messages, names and email addresses, and returns 50 a
 * page. With `inbox`, an id of the caller's choice, it cancels the previous search of this inbox (409 `conflict`);
 * `turn` counts the searches. `after` is the `next` of the previous page; the last page has none.
 */
export type AgentConversationsAnswer = {
  conversations: AgentConversation[];
  hasMore: boolean;
  next?: string;
};

export type AgentInboxView = 'open' | 'unassigned' | 'queued' | 'assigned' | 'closed' | 'blocked';

/** `GET /agent/api/conversations/{id}/messages[?before=received]`, ascending. */
export type AgentMessagesAnswer = { messages: AgentMessage[]; hasPrevious: boolean };

/**
 * `POST /agent/api/conversations/{id}/pictures` takes a PNG, JPEG or WebP in the part `source` of a form, of at most 1
 * MB and 1024 pixels a side, for an item of a carousel or a list. It is deleted with the first message that uses it.
 */
export type AgentPictureUploadAnswer = { mediaUrl: string };

/** `GET /agent/api/ticket-fields`: the ticket fields of the settings. */
export type AgentTicketFieldsAnswer = { fields: { id: string; title: string }[] };

/** A text that agents send often. `author` wrote it last; `savedAt` is float seconds. */
export type AgentSavedReply = {
  _id: string;
  /** The word that inserts it after a slash. */
  shortcut: string;
  text: string;
  author: string;
  savedAt: number;
};

/** `GET /agent/api/saved-replies`, by shortcut. */
export type AgentSavedRepliesAnswer = { replies: AgentSavedReply[] };

/** `GET /agent/api/session`: the agent's name, the address of live events, and the channel of all of them. */
export type AgentSessionAnswer = { name: string; realtime: { baseUrl: string; channel: string } };

/**
 * An event that is not a message. A postback has actionId, messageId, text and payload of the pressed button.
 * A referral has the signedCampaignData that led to the conversation. A change has `what` (assigned, queued,
 * closed, reopened, ended or rated by the visitor) and, for assigned, the `assignee`.
 */
export type AgentHappening = { _id: string; createdAt: number; [field: string]: unknown };

/**
 * `GET /agent/api/conversations/{id}/postbacks` and `…/referrals` (newest 50), `…/changes` (newest 500),
 * newest first.
 */
export type AgentHappeningsAnswer = { happenings: AgentHappening[] };

/** `GET /agent/api/counters`: the page views and events that this process has counted since its start. */
export type AgentCountersAnswer = { pageViews: number; eventBatches: number; events: number };

/** A voice call. `agent` is the one who answered. */
export type AgentCall = {
  id: string;
  /** The visitor's name, its source, and their id. */
  visitor: string;
  nameFrom: AgentConversation['nameFrom'];
  appUserId: string;
  lineId: string;
  /** Whether the visitor allows a recording. */
  recordingConsent: RecordingAnswer;
  startedAt: number;
  state: 'ringing' | 'answered' | 'ended';
  agent?: string;
};

/** `GET /agent/api/calls`: the calls that have not ended. */
export type AgentCallsAnswer = { calls: AgentCall[] };

/**
 * `POST /agent/api/calls/{id}/answer` takes `{name?}`: 409 `conflict` if another agent has answered. Then `GET
 * …/signals?after=N` and `POST …/signals` carry the signals between the two browsers (`src/wire/voice.ts`).
 */
export type AgentCallAnswer = { call: AgentCall; iceServers: IceServer[] };

/**
 * How much the desk stores about a visitor: `GET /agent/api/users/{appUserId}/data`. `bytes` is the disk space of the
 * files. `GET …/export` answers with a zip file of everything. `DELETE /agent/api/users/{appUserId}` deletes the
 * visitor and everything, and answers with the deleted amounts.
 */
export type AgentVisitorData = { conversations: number; messages: number; files: number; bytes: number };

/** `GET /agent/api/users/{appUserId}/conversations`: the newest 50 of a visitor, newest first. */
export type VisitorConversationsAnswer = { conversations: AgentConversation[] };

/**
 * The channel of all live events for programs, such as bots. The first subscription of a connection needs `ext: {ticket}`, from `POST /tickets`. Inboxes use those of
 * `agentList.ts`.
 */
export const AGENT_CHANNEL = '/desk/agents';

/**
 * One entry of `{events: [...]}` on the agents' channel and, if it has a conversation, on the channel of that
 * conversation. It carries the conversation's current state.
 */
export type AgentEvent =
  /** `change` is set when the message reopened the conversation. */
  | { type: 'message'; conversation: AgentConversation; message: AgentMessage; change?: AgentHappening }
  | { type: 'activity'; conversation: AgentConversation; activity: Activity & { messageId?: string } }
  | { type: 'postback'; conversation: AgentConversation; postback: AgentHappening }
  | { type: 'referral'; conversation: AgentConversation; referral: AgentHappening }
  | { type: 'conversation:added'; conversation: AgentConversation }
  | { type: 'note'; conversation: AgentConversation; note: AgentNote }
  | { type: 'conversation:updated'; conversation: AgentConversation; change?: AgentHappening }
  | AgentSettingsSaved
  | { type: 'call'; call: AgentCall }
  /** These conversations were deleted, with everything that belongs to them. */
  | { type: 'conversations:deleted'; conversationIds: string[] }
  /** Who has a conversation open, and who types in it. Only sent on that conversation's channel. */
  | { type: 'attending'; conversationId: string; agents: AttendingAgent[] }
  /** An agent has blocked a visitor, or unblocked them. */
  | { type: 'visitor:blocked'; appUserId: string; blocked: boolean }
  /** Saved replies have changed. */
  | { type: 'saved-replies' }
  /** The list of refused emails has changed. */
  | { type: 'refused-emails' }
  /** Colleagues (their names, pictures or roles) or integrations have changed. */
  | { type: 'agents' };

/** An agent has saved the settings; `savedAt` is float seconds. It has no conversation. */
export type AgentSettingsSaved = { type: 'settings:saved'; version: number; author: string; savedAt: number };

/**
 * A key that signs visitors' JWTs; `secret` is sent only when the key is created. Times are float seconds.
 */
export type AgentSigningKey = {
  id: string;
  name: string;
  source: 'api' | 'settings';
  createdAt?: number;
  secret?: string;
};

/** `GET /agent/api/signing-keys`, oldest first; `POST` takes `{name?}` and answers `{signingKey}`. */
export type AgentSigningKeysAnswer = { signingKeys: AgentSigningKey[] };
