import type { AgentConversation } from '../../../shared/answers/conversations';
import { holderOf, isAlerted } from '../../../shared/responsibility';
import { type AgentRow, alertsOf } from '../../model/accountEntities';
import type { PlacedBrowser, PushAlert } from '../../model/pushEntities';

type Known = {
  agents: readonly Pick<AgentRow, 'id' | 'alerts' | 'removedAt'>[];
  browsers: readonly Pick<PlacedBrowser, 'agentId' | 'away'>[];
  /** The ids of the agents whose inbox is open. It alerts them. */
  here: ReadonlySet<string>;
};

/**
 * The ids of the agents to push an alert to: those whom it alerts by the rule for all alerts, and whose inbox is closed.
 * At first, a visitor's agent who gets push messages counts as reached. If the visitor still waits later, they do not,
 * and others get it. A mention reaches its agent in any case.
 */
export const whomToPush = (
  { noteId, only, but, told }: Pick<PushAlert, 'noteId' | 'only' | 'but' | 'told'>,
  conversation: AgentConversation,
  { agents, browsers, here }: Known,
): string[] => {
  const gets = (id: string) => browsers.some(({ agentId, away }) => agentId === id && (noteId || !away));
  const holder = holderOf(conversation);
  const wishOf = (id: string) => {
    const agent = agents.find((one) => one.id === id && one.removedAt === null);
    return agent ? alertsOf(agent).messages : 'none';
  };
  const isReached = (id: string) => wishOf(id) !== 'none' && (here.has(id) || (told === null && gets(id)));
  const isConcerned = ({ id }: Known['agents'][number]): boolean => {
    if (noteId) return id === only;
    if (id === but || (only !== null && id !== only) || told?.includes(id)) return false;
    return isAlerted(wishOf(id), id, holder, isReached);
  };
  return agents
    .filter((agent) => agent.removedAt === null && gets(agent.id) && !here.has(agent.id))
    .filter(isConcerned)
    .map(({ id }) => id);
};
