import type { AgentConversation, AgentEvent, AgentHappening, AgentMessage } from './agentApi';
import type { AgentNote } from './workApi';

/** The channels of inboxes. The first subscription of a connection needs `ext: {ticket}`. */

/** The channel of the inbox's list, with events of the type `AgentListEvent`. */
export const AGENT_LIST_CHANNEL = '/desk/list';

/** The channel of one conversation, with all its events. */
export const conversationChannel = (id: string): string => `/desk/conversations/${id}`;

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
  | 'waitingSince'
  | 'queuedAt'
  | 'lastUpdatedAt'
  | 'unreadCount'
  | 'businessLastRead'
> & {
  lastMessage?: AgentShortMessage;
  visitor: Pick<AgentConversation['visitor'], 'appUserId' | 'blocked'>;
};

/**
 * The newest state of a row, and what happened since the last row. The first change is sent at once, with others of the
 * same tenth of a second; after that, at most one a second for each conversation.
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
  /** The visitor has ended the conversation, or a program has handed it over to people. */
  change?: AgentHappening;
};

/** An event of one conversation. */
export type AgentConversationEvent = Extract<AgentEvent, { conversation: AgentConversation }>;

/** One entry of `{events: [...]}` on the list's channel: a row, or an event without a conversation. */
export type AgentListEvent = AgentRowEvent | Exclude<AgentEvent, AgentConversationEvent>;
