import type {
  AgentConversationEvent,
  AgentEvent,
  AgentListEvent,
  AgentRowEvent,
} from '../../shared/answers/events';
import { AGENT_CHANNEL, AGENT_LIST_CHANNEL, conversationChannel } from '../../shared/channels';
import type { Clock } from '../process/clock';
import { rowAfter } from './agentNews';
import { coalesce } from './coalesce';

type Channels = {
  publish(channel: string, data: { events: unknown[] }): void;
  /** Whether a message published there would reach a client. */
  hears(channel: string): boolean;
};

/** The shortest time between two rows of one conversation. */
const ROW_MS = 1000;
/**
 * The shortest time between two messages to the list. Rows in between are sent together, because each frame to each
 * inbox has a cost.
 */
const LIST_MS = 100;

const isOfConversation = (event: AgentEvent): event is AgentConversationEvent => 'conversation' in event;

const conversationsOf = (event: AgentEvent): readonly string[] => {
  if (isOfConversation(event)) return [event.conversation._id];
  if (event.type === 'attending') return [event.conversationId];
  return event.type === 'conversations:deleted' ? event.conversationIds : [];
};

/**
 * Sends agents' events to their channels: in full to programs and to agents with the conversation open, and as a
 * changed row to the list. Events without a conversation also go to the list.
 */
export const createAgentChannels = (
  channels: Channels,
  clock: Pick<Clock, 'after'>,
): ((event: AgentEvent) => void) => {
  const list = coalesce<AgentListEvent[]>(
    clock,
    LIST_MS,
    (events) => channels.publish(AGENT_LIST_CHANNEL, { events }),
    (waiting, newer) => [...waiting, ...newer],
  );
  const toList = (event: AgentListEvent) => list.add(AGENT_LIST_CHANNEL, [event]);
  const rows = coalesce<AgentRowEvent>(clock, ROW_MS, toList, (waiting, newer) => ({ ...waiting, ...newer }));

  const tellList = (event: AgentEvent): void => {
    if (event.type === 'attending' || !channels.hears(AGENT_LIST_CHANNEL)) return;
    if (!isOfConversation(event)) {
      if (event.type === 'conversations:deleted') event.conversationIds.forEach(rows.drop);
      toList(event);
      return;
    }
    const row = rowAfter(event);
    if (row) rows.add(row.conversation._id, row);
  };

  return (event) => {
    const data = { events: [event] };
    for (const id of conversationsOf(event)) channels.publish(conversationChannel(id), data);
    tellList(event);
    channels.publish(AGENT_CHANNEL, data);
  };
};
