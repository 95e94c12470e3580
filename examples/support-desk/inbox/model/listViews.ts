import type { AgentConversation, AgentInboxView } from '../../shared/answers/conversations';
import type { ListFilter } from '../../shared/bodies/views';
import { LIST_SORTS, LIST_VIEWS } from '../../shared/lists';

/** The views of the inbox: unassigned, the agent's own, those with a note that mentions the agent, all open ones, and so on. */
export const VIEWS = LIST_VIEWS;
export type ViewName = (typeof VIEWS)[number];

export const SORTS = LIST_SORTS;
/** Newest first, or longest wait for an answer first. */
export type Sort = (typeof SORTS)[number];

/** What the agent has chosen for the list, besides the search. */
export type Chosen = {
  view: ViewName;
  sort: Sort;
  /** Only conversations with this tag; empty for all. */
  tag: string;
  /** Only those of this agent or bot; empty for all. */
  agentId: string;
  /** Only those whose visitors have waited so many seconds for an answer; 0 for all. */
  waits: number;
  /** The saved view that this began with; empty for none. */
  saved: string;
};

/** The whole list. */
export const WHOLE: Chosen = { view: 'open', sort: 'newest', tag: '', agentId: '', waits: 0, saved: '' };

export const isSameChoice = (a: Chosen, b: Chosen): boolean =>
  (Object.keys(WHOLE) as (keyof Chosen)[]).every((part) => a[part] === b[part]);

/** Whether a view can be limited to one agent, and to visitors who wait: nobody waits in closed conversations. */
export const canFilter = (view: ViewName): { agent: boolean; waits: boolean } => ({
  agent: view !== 'mine' && view !== 'unassigned',
  waits: view !== 'closed',
});

/** A choice without the filters that its view cannot have. */
export const possible = (chosen: Chosen): Chosen => {
  const { agent, waits } = canFilter(chosen.view);
  return { ...chosen, agentId: agent ? chosen.agentId : '', waits: waits ? chosen.waits : 0 };
};

/** What a saved view holds of a choice and a search. */
export const filterOf = ({ view, sort, tag, agentId, waits }: Chosen, search: string): ListFilter => ({
  view,
  ...(agentId && { agentId }),
  ...(tag && { tag }),
  ...(waits > 0 && { waits }),
  ...(search && { search }),
  ...(sort !== 'newest' && { sort }),
});

/** The reverse of `filterOf`. */
export const chosenOf = ({ view, agentId = '', tag = '', waits = 0, sort = 'newest' }: ListFilter): Chosen =>
  possible({ view, agentId, tag, waits, sort, saved: '' });

/** Whether both show the same. */
export const isSameFilter = (a: ListFilter, b: ListFilter): boolean =>
  isSameChoice(chosenOf(a), chosenOf(b)) && (a.search ?? '') === (b.search ?? '');

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

/**
 * Whether a conversation is in a view and passes its filters.
 * @param now float seconds
 */
export const passes = (
  c: AgentConversation,
  { view, tag, agentId, waits }: Pick<Chosen, 'view' | 'tag' | 'agentId' | 'waits'>,
  ownId: string,
  now: number,
): boolean =>
  isIn(view, c, ownId) &&
  (!tag || c.tags.includes(tag)) &&
  (!agentId || c.assigneeId === agentId) &&
  (waits === 0 || (c.waitingSince !== undefined && now - c.waitingSince >= waits));

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
