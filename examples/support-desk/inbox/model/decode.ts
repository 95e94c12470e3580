import { listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { decodeRole } from '@porch/messenger/wire/message';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import { decodeTicket } from '@porch/messenger/wire/voice';
import type { CallerSessionAnswer, OwnAccount } from '../../shared/answers/accounts';
import type { AgentCall, AgentCallAnswer } from '../../shared/answers/calls';
import type {
  AgentConversation,
  AgentConversationsAnswer,
  AgentTicketFieldsAnswer,
} from '../../shared/answers/conversations';
import type { AgentMessage, AgentMessagesAnswer } from '../../shared/answers/messages';
import { decodeOwnAccount } from './decodeAccounts';
import { decodeNameFrom, decodeVisitor } from './decodeVisitor';
import { listIn } from './listIn';

/** Decodes a message. One without an id or a time cannot be identified or ordered, so it is dropped. */
export const decodeAgentMessage = (value: unknown): AgentMessage | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const received = num(raw.received);
  if (!_id || received === undefined) return undefined;
  return {
    ...raw,
    _id,
    received,
    type: str(raw.type) ?? 'text',
    role: decodeRole(raw.role),
    text: shownText(raw.text),
    name: shownLabel(raw.name),
    // Clean these too: both may be shown as a file's name.
    altText: shownLabel(raw.altText),
    fileName: shownLabel(raw.fileName),
    avatarUrl: str(raw.avatarUrl),
    authorId: str(raw.authorId),
    referenceId: str(raw.referenceId),
  };
};

const decodeField = (value: unknown): AgentConversation['fields'][number] | undefined => {
  const field = obj(value);
  const id = shownLabel(field.id);
  return id ? { id, value: field.value } : undefined;
};

export const decodeTicketFields = (value: unknown): AgentTicketFieldsAnswer['fields'] =>
  listOf(obj(value).fields, (entry) => {
    const field = obj(entry);
    const id = str(field.id);
    return id ? { id, title: shownLabel(field.title) ?? '' } : undefined;
  });

const decodeRating = (value: unknown): AgentConversation['rating'] => {
  const raw = obj(value);
  const score = oneOf(raw.score, ['good', 'bad'] as const);
  return score && { score, comment: shownText(raw.comment), at: num(raw.at) ?? 0 };
};

export const decodeAgentConversation = (value: unknown): AgentConversation | undefined => {
  const c = obj(value);
  const _id = str(c._id);
  if (!_id) return undefined;
  const createdAt = num(c.createdAt) ?? num(c.lastUpdatedAt) ?? 0;
  return {
    _id,
    displayName: shownLabel(c.displayName)?.trim() || 'Visitor',
    nameFrom: decodeNameFrom(c.nameFrom),
    status: c.status === 'idle' ? 'idle' : 'active',
    tags: listOf(c.tags, shownLabel),
    fields: listOf(c.fields, decodeField),
    createdAt,
    lastUpdatedAt: num(c.lastUpdatedAt) ?? createdAt,
    unreadCount: Math.max(0, Math.floor(num(c.unreadCount) ?? 0)),
    businessLastRead: num(c.businessLastRead),
    visitorLastRead: num(c.visitorLastRead),
    visitorDelivered: num(c.visitorDelivered),
    routingStatus:
      c.routingStatus === 'queued' || c.routingStatus === 'assigned' ? c.routingStatus : undefined,
    assignee: str(c.assignee),
    assigneeId: str(c.assigneeId),
    isHandledByBot: c.isHandledByBot === true || undefined,
    mentioned: listOf(c.mentioned, str),
    mentions: listOf(c.mentions, str),
    snoozed: c.snoozed === undefined ? undefined : { until: num(obj(c.snoozed).until) },
    waitingSince: num(c.waitingSince),
    missedCallAt: num(c.missedCallAt),
    queuedAt: num(c.queuedAt),
    match: decodeAgentMessage(c.match),
    matchedNote: shownText(c.matchedNote),
    lastMessage: decodeAgentMessage(c.lastMessage),
    rating: decodeRating(c.rating),
    visitor: decodeVisitor(obj(c.visitor)),
  };
};

/** Throws if there is no list. */
export const decodeConversations = (value: unknown): AgentConversationsAnswer => ({
  conversations: listOf(listIn(value, 'conversations'), decodeAgentConversation),
  hasMore: obj(value).hasMore === true,
  next: str(obj(value).next),
});

/** Throws if there is no list. */
export const decodeAgentMessages = (value: unknown): AgentMessagesAnswer => ({
  messages: listOf(listIn(value, 'messages'), decodeAgentMessage),
  hasPrevious: obj(value).hasPrevious === true,
});

/** The part of the answer to "who is signed in" that the inbox uses. */
export type AgentSession = {
  agent: OwnAccount;
  /** The team's name. */
  inboxName: string;
  realtime: Pick<CallerSessionAnswer['realtime'], 'baseUrl'>;
};

/** Throws if the answer names no agent: the inbox would take it for another agent and forget what this one has not sent. */
export const decodeSession = (value: unknown): AgentSession => {
  const agent = decodeOwnAccount(obj(value).agent);
  if (!agent.id) throw new Error('The answer has no agent');
  const inboxName = shownLabel(obj(value).name) ?? '';
  return { agent, inboxName, realtime: { baseUrl: str(obj(obj(value).realtime).baseUrl) ?? '/faye' } };
};

/** Decodes a voice call; undefined without an id. */
export const decodeCall = (value: unknown): AgentCall | undefined => {
  const c = obj(value);
  const id = str(c.id);
  if (!id) return undefined;
  return {
    id,
    visitor: shownLabel(c.visitor)?.trim() || 'Visitor',
    nameFrom: decodeNameFrom(c.nameFrom),
    appUserId: str(c.appUserId) ?? '',
    lineId: shownLabel(c.lineId) ?? '',
    recordingConsent: oneOf(c.recordingConsent, ['opted_in', 'opted_out'] as const) ?? 'unknown',
    startedAt: num(c.startedAt) ?? 0,
    state: oneOf(c.state, ['ringing', 'answered'] as const) ?? 'ended',
    agent: shownLabel(c.agent),
    declinedBy: listOf(c.declinedBy, str),
  };
};

export const decodeCalls = (value: unknown): AgentCall[] => listOf(obj(value).calls, decodeCall);

/** Decodes the answer to a taken call; undefined without its id. */
export const decodeTaken = (value: unknown): AgentCallAnswer | undefined => {
  const call = decodeCall(obj(value).call);
  const ticket = decodeTicket(value);
  return call && ticket && { call, iceServers: ticket.iceServers };
};
