import { type Json, list, listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { decodeRole } from '@porch/messenger/wire/message';
import type { Activity } from '@porch/messenger/wire/realtime';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import { decodeTicket } from '@porch/messenger/wire/voice';
import type { CallerSessionAnswer, OwnAccount } from '../../shared/answers/accounts';
import type { AgentCall, AgentCallAnswer } from '../../shared/answers/calls';
import type {
  AgentChannel,
  AgentConversation,
  AgentConversationsAnswer,
  AgentTicketFieldsAnswer,
} from '../../shared/answers/conversations';
import type { AgentEvent, AgentRowEvent, AgentSettingsSaved } from '../../shared/answers/events';
import type { AgentMessage, AgentMessagesAnswer } from '../../shared/answers/messages';
import type { AgentNote, AgentSavedReply } from '../../shared/answers/work';
import { listRow, shortMessage } from '../../shared/listRow';
import { decodeOwnAccount } from './decodeAccounts';
import { decodeLive } from './decodeHappenings';
import { decodeAttending } from './decodeWork';
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

const decodeChannel = (value: unknown): AgentChannel | undefined => {
  const { id, type, displayName } = obj(value);
  const known = str(id);
  return known === undefined
    ? undefined
    : { id: known, type: shownLabel(type) ?? '', displayName: shownLabel(displayName) };
};

const decodeProperty = (value: unknown): { name: string; value: unknown } | undefined => {
  const property = obj(value);
  const name = shownLabel(property.name);
  return name ? { name, value: property.value } : undefined;
};

const decodeVisitor = (v: Json): AgentConversation['visitor'] => ({
  appUserId: str(v.appUserId) ?? '',
  ...(v.blocked === true && { blocked: true }),
  externalId: str(v.externalId),
  email: str(v.email),
  emailVerified: v.emailVerified === true,
  channels: listOf(v.channels, decodeChannel),
  locale: str(v.locale),
  userAgent: str(v.userAgent),
  currentUrl: shownText(v.currentUrl),
  currentTitle: shownLabel(v.currentTitle),
  referrer: shownText(v.referrer),
  properties: v.properties === undefined ? undefined : listOf(v.properties, decodeProperty),
});

/** A name is unproven unless the desk marks it as proven. */
const decodeNameFrom = (value: unknown): AgentConversation['nameFrom'] =>
  oneOf(value, ['login', 'desk'] as const) ?? 'page';

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
    waitingSince: num(c.waitingSince),
    queuedAt: num(c.queuedAt),
    match: decodeAgentMessage(c.match),
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

export const decodeSavedReply = (value: unknown): AgentSavedReply | undefined => {
  const raw = obj(value);
  const _id = str(raw._id);
  const shortcut = shownLabel(raw.shortcut);
  const text = shownText(raw.text);
  if (!_id || !shortcut || !text) return undefined;
  return { _id, shortcut, text, author: shownLabel(raw.author) ?? '', savedAt: num(raw.savedAt) ?? 0 };
};

/** The part of the answer to "who is signed in" that the inbox uses. */
export type AgentSession = {
  agent: OwnAccount;
  realtime: Pick<CallerSessionAnswer['realtime'], 'baseUrl'>;
};

/** Throws if the answer names no agent: the inbox would take it for another agent and forget what this one has not sent. */
export const decodeSession = (value: unknown): AgentSession => {
  const agent = decodeOwnAccount(obj(value).agent);
  if (!agent.id) throw new Error('The answer has no agent');
  return { agent, realtime: { baseUrl: str(obj(obj(value).realtime).baseUrl) ?? '/faye' } };
};

/** Decodes an activity. Its details are under `data`, as for visitors, or next to its type. */
const decodeActivity = (value: unknown): Activity | undefined => {
  const a = obj(value);
  const type = str(a.type);
  if (!type) return undefined;
  const data = { ...a, ...obj(a.data) };
  return { type, role: decodeRole(a.role), name: shownLabel(data.name), lastRead: num(data.lastRead) };
};

const decodeSettingsSaved = (value: unknown): AgentSettingsSaved | undefined => {
  const { type, version, author, savedAt } = obj(value);
  const at = num(savedAt);
  const number = num(version);
  if (type !== 'settings:saved' || number === undefined || at === undefined) return undefined;
  return { type, version: number, author: shownLabel(author)?.trim() || 'Somebody', savedAt: at };
};

/** Decodes a voice call; undefined without an id. */
const decodeCall = (value: unknown): AgentCall | undefined => {
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
  };
};

export const decodeCalls = (value: unknown): AgentCall[] => listOf(obj(value).calls, decodeCall);

/** Decodes the answer to a taken call; undefined without its id. */
export const decodeTaken = (value: unknown): AgentCallAnswer | undefined => {
  const call = decodeCall(obj(value).call);
  const ticket = decodeTicket(value);
  return call && ticket && { call, iceServers: ticket.iceServers };
};

const decodeRow = (e: Json): AgentRowEvent | undefined => {
  const conversation = decodeAgentConversation(e.conversation);
  if (!conversation) return undefined;
  const message = decodeAgentMessage(e.message);
  return {
    type: 'row',
    conversation: listRow(conversation),
    message: message && shortMessage(message),
    typing: typeof e.typing === 'boolean' ? e.typing : undefined,
    note: decodeLive(e.note) as AgentNote | undefined,
    postback: decodeLive(e.postback),
    change: decodeLive(e.change),
  };
};

/** An event of any agent channel. */
export type InboxEvent = AgentEvent | AgentRowEvent;

const decodeEvent = (value: unknown): InboxEvent | undefined => {
  const e = obj(value);
  if (e.type === 'row') return decodeRow(e);
  const saved = decodeSettingsSaved(e);
  if (saved) return saved;
  if (e.type === 'call') {
    const call = decodeCall(e.call);
    return call && { type: 'call', call };
  }
  if (e.type === 'saved-replies' || e.type === 'agents' || e.type === 'refused-emails')
    return { type: e.type };
  if (e.type === 'attending')
    return {
      type: e.type,
      conversationId: str(e.conversationId) ?? '',
      agents: decodeAttending(e.agents),
    };
  if (e.type === 'visitor:blocked')
    return { type: e.type, appUserId: str(e.appUserId) ?? '', blocked: e.blocked === true };
  if (e.type === 'conversations:deleted')
    return { type: e.type, conversationIds: listOf(e.conversationIds, str) };
  const conversation = decodeAgentConversation(e.conversation);
  if (!conversation) return undefined;
  if (e.type === 'message') {
    const message = decodeAgentMessage(e.message);
    return message && { type: 'message', conversation, message, change: decodeLive(e.change) };
  }
  if (e.type === 'activity') {
    const activity = decodeActivity(e.activity);
    return activity && { type: 'activity', conversation, activity };
  }
  if (e.type === 'postback') {
    const postback = decodeLive(e.postback);
    return postback && { type: 'postback', conversation, postback };
  }
  if (e.type === 'note') {
    const note = decodeLive(e.note);
    return note && { type: 'note', conversation, note: note as AgentNote };
  }
  if (e.type === 'referral') {
    const referral = decodeLive(e.referral);
    return referral && { type: 'referral', conversation, referral };
  }
  if (e.type === 'conversation:added') return { type: e.type, conversation };
  if (e.type === 'conversation:updated') return { type: e.type, conversation, change: decodeLive(e.change) };
  return undefined;
};

/** Decodes `{events: [...]}` from the agents' channels; unknown and invalid events are dropped. */
export const decodeEvents = (value: unknown): InboxEvent[] =>
  list(obj(value).events).flatMap((entry) => decodeEvent(entry) ?? []);
