import type { AgentListRow, AgentShortMessage } from './answers/events';
import type { AgentMessage } from './answers/messages';
import { cutText } from './cutText';
import { messageText } from './messageText';

/** The length of a message in the list, in characters: as much as an inbox reads out. */
export const SHORT_TEXT = 300;

/** The list's part of a message. */
export const shortMessage = (message: AgentMessage): AgentShortMessage => {
  const { _id, type, role, received, name, authorId } = message;
  return { _id, type, role, received, name, authorId, text: cutText(messageText(message), SHORT_TEXT) };
};

export const listRow = (conversation: AgentListRow): AgentListRow => {
  const { _id, displayName, nameFrom, status, tags, routingStatus, assignee, assigneeId } = conversation;
  const { isHandledByBot, mentioned, mentions, snoozed, waitingSince, missedCallAt, queuedAt } = conversation;
  const { lastUpdatedAt, unreadCount, businessLastRead, lastMessage, visitor } = conversation;
  return {
    _id,
    displayName,
    nameFrom,
    status,
    tags,
    routingStatus,
    assignee,
    assigneeId,
    isHandledByBot,
    mentioned,
    mentions,
    snoozed,
    waitingSince,
    missedCallAt,
    queuedAt,
    lastUpdatedAt,
    unreadCount,
    businessLastRead,
    lastMessage: lastMessage && shortMessage(lastMessage),
    visitor: { appUserId: visitor.appUserId, blocked: visitor.blocked },
  };
};
