import type { AgentConversation } from './answers/conversations';
import type { AlertWish } from './lists';

/** The rules for the agent of a visitor and for alerts. The desk and its inbox follow the same ones. */

type Held = Pick<AgentConversation, 'status' | 'assigneeId' | 'isHandledByBot' | 'snoozed'> & {
  visitor: Pick<AgentConversation['visitor'], 'blocked'>;
};

/**
 * Who answers for the visitor of a conversation. `team`: nobody in particular, or somebody without an account, whom the
 * desk cannot alert. `snoozed`: nobody until the conversation wakes, as it does when the visitor writes.
 */
type Holder = { kind: 'blocked' | 'closed' | 'snoozed' | 'program' | 'team' } | { kind: 'agent'; id: string };

export const holderOf = ({ status, assigneeId, isHandledByBot, snoozed, visitor }: Held): Holder => {
  if (visitor.blocked) return { kind: 'blocked' };
  if (status === 'idle') return { kind: 'closed' };
  if (snoozed) return { kind: 'snoozed' };
  if (isHandledByBot) return { kind: 'program' };
  return assigneeId === undefined ? { kind: 'team' } : { kind: 'agent', id: assigneeId };
};

/** Whether an agent who is there gets visitors in turn: not if nothing alerts them. */
export const takesTurns = (wish: AlertWish): boolean => wish !== 'none';

/**
 * Whether an agent is alerted when a visitor writes. The visitors of an agent who is not there, or wants no alerts, are
 * everybody's.
 * @param wish which visitors the agent wants to be alerted to
 * @param isReached whether another agent is there and wants alerts
 */
export const isAlerted = (
  wish: AlertWish,
  ownId: string,
  holder: Holder,
  isReached: (agentId: string) => boolean,
): boolean => {
  if (wish === 'none') return false;
  if (holder.kind !== 'agent') return holder.kind === 'team';
  return wish === 'all' || holder.id === ownId || !isReached(holder.id);
};
