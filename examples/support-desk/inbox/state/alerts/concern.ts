import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { OwnAccount } from '../../../shared/answers/accounts';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import { holderOf, isAlerted } from '../../../shared/responsibility';

type Row = Pick<AgentListRow, 'status' | 'assigneeId' | 'isHandledByBot' | 'snoozed' | 'visitor'>;

/** Which visitors alert this agent. */
type Concern = {
  /** Whether a visitor who writes alerts them. Asks the desk whether the visitor's agent can be alerted. */
  ask(row: Row): Promise<boolean>;
  /** How many messages of such visitors are unread. */
  unread: ReadonlySignal<number>;
};

export type ConcernDeps = {
  self: { agent: ReadonlySignal<OwnAccount> };
  team: {
    ownId: string;
    reached: ReadonlySignal<ReadonlySet<string>>;
    isReached(id: string): Promise<boolean>;
  };
  conversations: { items: ReadonlySignal<readonly AgentConversation[]> };
};

export const createConcern = ({ self, team, conversations }: ConcernDeps): Concern => {
  const { ownId } = team;
  const isAlertedTo = (row: Row, isReached: (id: string) => boolean): boolean =>
    isAlerted(self.agent.value.alerts.messages, ownId, holderOf(row), isReached);
  return {
    ask: async (row) => {
      const holder = holderOf(row);
      const isOthers = holder.kind === 'agent' && holder.id !== ownId;
      const isReached = isOthers && (await team.isReached(holder.id));
      return isAlertedTo(row, () => isReached);
    },
    unread: computed(() => {
      const reached = team.reached.value;
      return conversations.items.value
        .filter((row) => isAlertedTo(row, (id) => reached.has(id)))
        .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
    }),
  };
};
