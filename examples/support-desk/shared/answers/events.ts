import type { Activity } from '@porch/messenger/wire/realtime';
import type { AgentCall } from './calls';
import type { AgentConversation, AgentHappening } from './conversations';
import type { AgentMessage } from './messages';
import type { AgentNote, AttendingAgent } from './work';

/** The live events of agents. `channels.ts` has the channels. */

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
  /** The team's notes about a visitor have changed. */
  | { type: 'visitor:notes'; appUserId: string }
  /** Saved replies have changed. */
  | { type: 'saved-replies' }
  /** Saved views have changed. */
  | { type: 'views' }
  /** The list of refused emails has changed. */
  | { type: 'refused-emails' }
  /** Colleagues (their names, pictures or roles) or integrations have changed. */
  | { type: 'agents' }
  /** An agent's first inbox was opened, or the last one closed. Each process tells its own clients. */
  | { type: 'presence'; agentId: string; online: boolean };

/** An agent has saved the settings; `savedAt` is float seconds. It has no conversation. */
export type AgentSettingsSaved = { type: 'settings:saved'; version: number; author: string; savedAt: number };

/** The list's part of a message: `text` is the start of its content, for every type. */
export type AgentShortMessage = Pick<
  AgentMessage,
  '_id' | 'type' | 'role' | 'received' | 'text' | 'name' | 'authorId'
>;

/** The list's part of a conversation. */
export type AgentListRow = Pick<
  AgentConversation,
  | '_id'
  | 'displayName'
  | 'nameFrom'
  | 'status'
  | 'tags'
  | 'routingStatus'
  | 'assignee'
  | 'assigneeId'
  | 'isHandledByBot'
  | 'mentioned'
  | 'mentions'
  | 'snoozed'
  | 'waitingSince'
  | 'missedCallAt'
  | 'queuedAt'
  | 'lastUpdatedAt'
  | 'unreadCount'
  | 'businessLastRead'
> & {
  lastMessage?: AgentShortMessage;
  visitor: Pick<AgentConversation['visitor'], 'appUserId' | 'blocked'>;
};

/**
 * The newest state of a row, and what happened since the last row. The first change is sent at once, with others of
 * the same tenth of a second; after that, at most one a second for each conversation.
 */
export type AgentRowEvent = {
  type: 'row';
  conversation: AgentListRow;
  /** The visitor's newest message. */
  message?: AgentShortMessage;
  /** Whether the visitor began or stopped typing. */
  typing?: boolean;
  /** The newest note. */
  note?: AgentNote;
  /** The newest pressed button. */
  postback?: AgentHappening;
  /** The visitor has ended the conversation, a program has handed it over to people, or somebody has assigned it. */
  change?: AgentHappening;
};

/** An event of one conversation. */
export type AgentConversationEvent = Extract<AgentEvent, { conversation: AgentConversation }>;

/** One entry of `{events: [...]}` on the list's channel: a row, or an event without a conversation. */
export type AgentListEvent = AgentRowEvent | Exclude<AgentEvent, AgentConversationEvent>;
