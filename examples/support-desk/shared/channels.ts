/** The live channels of agents. The first subscription of a connection needs `ext: {ticket}`, from `POST /tickets`. */

/** The channel of all live events for programs, such as bots. */
export const AGENT_CHANNEL = '/desk/agents';

/** The channel of the inbox's list, with events of the type `AgentListEvent`. */
export const AGENT_LIST_CHANNEL = '/desk/list';

/** The channel of one conversation, with all its events. */
export const conversationChannel = (id: string): string => `/desk/conversations/${id}`;
