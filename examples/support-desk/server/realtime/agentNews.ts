import type { AgentHappening } from '../../shared/answers/conversations';
import type { AgentConversationEvent, AgentRowEvent } from '../../shared/answers/events';
import type { AgentMessage } from '../../shared/answers/messages';
import { listRow, SHORT_TEXT, shortMessage } from '../../shared/listRow';

/** The fields of a row besides its state. */
type News = Omit<AgentRowEvent, 'type' | 'conversation'>;

type Kind = AgentConversationEvent['type'];
type Reader<K extends Kind> = (event: Extract<AgentConversationEvent, { type: K }>) => News | undefined;

/** Whether a program has queued the conversation, like a bot that hands it over. */
const isHandOver = ({ what, by }: AgentHappening): boolean =>
  what === 'queued' && (by as { kind?: string } | undefined)?.kind === 'key';

/** Whether the desk has taken the conversation from an agent or a program that cannot answer. */
const isTakenBack = ({ what }: AgentHappening): boolean => what === 'unassigned' || what === 'handedOver';

const isWaking = ({ what, why }: AgentHappening): boolean =>
  what === 'woke' && why !== undefined && why !== 'visitor';

/**
 * Inboxes notify their agents when a visitor ends a conversation, when a program hands one over or somebody assigns one,
 * when its agent was removed, and when one wakes without a message of the visitor; other changes show in the row.
 */
const toldChange = (change: AgentHappening | undefined): News =>
  change &&
  (change.what === 'ended' ||
    change.what === 'assigned' ||
    isWaking(change) ||
    isHandOver(change) ||
    isTakenBack(change))
    ? { change }
    : {};

/** A visitor who sends a message has stopped typing. */
const ofMessage = (message: AgentMessage | undefined): News =>
  message?.role === 'appUser' ? { message: shortMessage(message), typing: false } : {};

/** What the list gets for each kind of event; `undefined` for nothing, because the row does not show it. */
const READERS: { [K in Kind]: Reader<K> } = {
  message: ({ message, change }) => ({ ...ofMessage(message), ...toldChange(change) }),
  activity: ({ activity: { type, role } }) => {
    if (role !== 'appUser') return {};
    return type === 'typing:start' || type === 'typing:stop'
      ? { typing: type === 'typing:start' }
      : undefined;
  },
  postback: ({ postback: { _id, createdAt, text } }) => ({ postback: { _id, createdAt, text } }),
  referral: () => ({}),
  note: ({ note }) => ({ note: { ...note, text: note.text.slice(0, SHORT_TEXT) } }),
  // The first message follows as its own event, whose row would be a second late.
  'conversation:added': ({ conversation }) => ofMessage(conversation.lastMessage),
  'conversation:updated': ({ change }) => toldChange(change),
};

/** The row of a conversation after an event; `undefined` if the event does not change the row, or a later version made it. */
export const rowAfter = (event: AgentConversationEvent): AgentRowEvent | undefined => {
  if (!Object.hasOwn(READERS, event.type)) return undefined;
  const news = (READERS[event.type] as Reader<Kind>)(event as never);
  return news && { type: 'row', conversation: listRow(event.conversation), ...news };
};
