import type { Deps } from './deps';
import type { Happening } from './entities';

/** A change of a conversation's state, shown to agents in its log. */
export type Change =
  | { what: 'queued' | 'closed' | 'reopened' | 'ended' | 'rated' | 'mailed' }
  /** `assignee` is the agent's name. */
  | { what: 'assigned'; assignee: string };

/** @param at ms */
export const newChange = (
  deps: Pick<Deps, 'newId'>,
  conversationId: string,
  change: Change,
  at: number,
): Happening => ({
  id: deps.newId(),
  conversationId,
  kind: 'change',
  referenceId: null,
  createdAt: at,
  body: change,
});
