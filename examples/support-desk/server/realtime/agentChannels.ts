import { AGENT_CHANNEL, type AgentEvent } from '../../shared/agentApi';
import {
  AGENT_LIST_CHANNEL,
  type AgentConversationEvent,
  type AgentListEvent,
  type AgentRowEvent,
  conversationChannel,
} from '../../shared/agentList';
import type { Clock } from '../process/clock';
import { rowAfter } from './agentNews';
import { coalesce } from './coalesce';

type Channels = {
  publish(channel: string, data: { events: unknown[] }): void;
  /** Whether a message published there would reach a client. */
  hears(channel: string): boolean;
};

/** How often the list hears of one conversation at most. */
const ROW_MS = 1000;
/** How often it hears anything at most. What comes between is sent together: each frame to each inbox has its price. */
const LIST_MS = 100;

const isOfConversation = (event: AgentEvent): event is AgentConversationEvent => 'conversation' in event;

const conversationsOf = (event: AgentEvent): readonly string[] => {
  if (isOfConversation(event)) return [event.conversation._id];
  if (event.type === 'attending') return [event.conversationId];
  return event.type === 'conversations:deleted' ? event.conversationIds : [];
};

/**
 * Sends agents' events to their channels: each whole to programs and to who has its conversation open, and to the list
 * the row that it changes. Events that belong to no one conversation are for the list, too.
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
