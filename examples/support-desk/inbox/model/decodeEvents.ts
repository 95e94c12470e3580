import { type Json, list, listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { decodeRole } from '@porch/messenger/wire/message';
import type { Activity } from '@porch/messenger/wire/realtime';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { AgentEvent, AgentRowEvent, AgentSettingsSaved } from '../../shared/answers/events';
import type { AgentNote } from '../../shared/answers/work';
import { listRow, shortMessage } from '../../shared/listRow';
import { decodeAgentConversation, decodeAgentMessage, decodeCall } from './decode';
import { decodeLive } from './decodeHappenings';
import { decodeAttending } from './decodeWork';

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
  if (e.type === 'saved-replies' || e.type === 'views' || e.type === 'agents' || e.type === 'refused-emails')
    return { type: e.type };
  if (e.type === 'presence')
    return { type: e.type, agentId: str(e.agentId) ?? '', online: e.online === true };
  if (e.type === 'attending')
    return {
      type: e.type,
      conversationId: str(e.conversationId) ?? '',
      agents: decodeAttending(e.agents),
    };
  if (e.type === 'visitor:blocked')
    return { type: e.type, appUserId: str(e.appUserId) ?? '', blocked: e.blocked === true };
  if (e.type === 'visitor:notes') return { type: e.type, appUserId: str(e.appUserId) ?? '' };
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
