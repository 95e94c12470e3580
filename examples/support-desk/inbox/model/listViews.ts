import type { AgentConversation, AgentInboxView } from '../../shared/answers/conversations';

/** The views of the inbox: unassigned, the agent's own, those with a note that mentions the agent, all open ones, and so on. */
export const VIEWS = ['unassigned', 'mine', 'mentions', 'open', 'snoozed', 'closed', 'blocked'] as const;
export type ViewName = (typeof VIEWS)[number];

export const SORTS = ['newest', 'waiting'] as const;
/** Newest first, or longest wait for an answer first. */
export type Sort = (typeof SORTS)[number];

/** Whether a conversation is in a view of the agent with this id. */
export const isIn = (view: ViewName, c: AgentConversation, ownId: string): boolean => {
  if (view === 'mentions') return [...(c.mentions ?? []), ...(c.mentioned ?? [])].includes(ownId);
  if (c.visitor.blocked || view === 'blocked') return view === 'blocked' && c.visitor.blocked === true;
  if (view === 'closed') return c.status === 'idle';
  if (c.status === 'idle') return false;
  if (view === 'snoozed' || c.snoozed) return view === 'snoozed' && c.snoozed !== undefined;
  if (view === 'mine') return c.assigneeId === ownId;
  return view === 'open' || c.assignee === undefined;
};

/** Later than any time, in float seconds. */
const NEVER = 1e12;

/** Longest wait first, then newest. */
export const byWait = (a: AgentConversation, b: AgentConversation): number =>
  (a.waitingSince ?? NEVER) - (b.waitingSince ?? NEVER) || b.lastUpdatedAt - a.lastUpdatedAt;

/** The desk's query for a view. A search covers everything, unless a part of the inbox was chosen. */
export const queryOf = (
  view: ViewName,
  ownId: string,
  isSearch: boolean,
): { view?: AgentInboxView; assigneeId?: string } => {
  if (view === 'mine') return { view: 'assigned', assigneeId: ownId };
  return { view: view === 'open' && isSearch ? undefined : view };
};
