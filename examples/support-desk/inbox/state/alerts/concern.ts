import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { OwnAccount } from '../../../shared/answers/accounts';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import { holderOf, isAlerted } from '../../../shared/responsibility';

type Row = Pick<AgentListRow, 'status' | 'assigneeId' | 'isHandledByBot' | 'snoozed' | 'visitor'>;

/** Which visitors alert this agent. */
type Concern = {
  /** Whether a visitor who writes alerts them. Asks the desk whether the visitor's agent is there. */
  ask(row: Row): Promise<boolean>;
  /** How many messages of such visitors are unread. */
  unread: ReadonlySignal<number>;
};

export type ConcernDeps = {
  self: { agent: ReadonlySignal<OwnAccount> };
  team: {
    ownId: string;
    members: ReadonlySignal<readonly { id: string; online: boolean }[]>;
    isHere(id: string): Promise<boolean>;
  };
  conversations: { items: ReadonlySignal<readonly AgentConversation[]> };
};

export const createConcern = ({ self, team, conversations }: ConcernDeps): Concern => {
  const { ownId } = team;
  const isAlertedTo = (row: Row, isHere: (id: string) => boolean): boolean =>
    isAlerted(self.agent.value.alerts.messages, ownId, holderOf(row), isHere);
  return {
    ask: async (row) => {
      const holder = holderOf(row);
      const isOthers = holder.kind === 'agent' && holder.id !== ownId;
      const isHere = isOthers && (await team.isHere(holder.id));
      return isAlertedTo(row, () => isHere);
    },
    unread: computed(() => {
      const here = new Set(team.members.value.filter(({ online }) => online).map(({ id }) => id));
      return conversations.items.value
        .filter((row) => isAlertedTo(row, (id) => here.has(id)))
        .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
    }),
  };
};
