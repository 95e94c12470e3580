import type { AgentHappening } from '../../shared/answers/conversations';
import type { AgentConversationEvent, AgentRowEvent } from '../../shared/answers/events';
import type { AgentMessage } from '../../shared/answers/messages';
import { isHandOver } from '../../shared/handOvers';
import { listRow, SHORT_TEXT, shortMessage } from '../../shared/listRow';

/** The fields of a row besides its state. */
type News = Omit<AgentRowEvent, 'type' | 'conversation'>;

type Kind = AgentConversationEvent['type'];
type Reader<K extends Kind> = (event: Extract<AgentConversationEvent, { type: K }>) => News | undefined;

/** Inboxes notify their agents when a visitor ends a conversation, and of hand-overs; other changes show in the row. */
const toldChange = (change: AgentHappening | undefined): News =>
  change && (change.what === 'ended' || isHandOver(change)) ? { change } : {};

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
