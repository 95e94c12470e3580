import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { TeamBot, TeamMember } from '../../../shared/answers/accounts';
import { type Labelled, withLabels } from '../../model/people';
import type { TeamApi } from '../../services/teamApi';

/** The agents of the desk. */
export type Team = {
  /** The id of the signed-in agent. */
  ownId: string;
  /** The current agents, by name. */
  members: ReadonlySignal<readonly Labelled<TeamMember>[]>;
  /** The members without the signed-in agent. */
  colleagues: ReadonlySignal<readonly Labelled<TeamMember>[]>;
  /** The ids of removed agents. */
  removed: ReadonlySignal<ReadonlySet<string>>;
  /** Bots, which conversations can also be assigned to. */
  bots: ReadonlySignal<readonly Labelled<TeamBot>[]>;
  /** Fetches them again. Keeps the known ones if the desk does not answer. */
  refresh(): Promise<void>;
};

export const createTeam = (api: Pick<TeamApi, 'agents'>, ownId: string): Team => {
  const members = signal<readonly Labelled<TeamMember>[]>([]);
  const removed = signal<ReadonlySet<string>>(new Set());
  const bots = signal<readonly Labelled<TeamBot>[]>([]);
  return {
    ownId,
    members,
    removed,
    bots,
    colleagues: computed(() => members.value.filter(({ id }) => id !== ownId)),
    refresh: async () => {
      const answer = await api.agents();
      if (!answer.ok) return;
      bots.value = withLabels(answer.value.bots, ({ id }) => id);
      const here = answer.value.members.filter(({ removedAt }) => removedAt === undefined);
      removed.value = new Set(answer.value.members.filter((one) => !here.includes(one)).map(({ id }) => id));
      members.value = withLabels(here, ({ email }) => email).sort((a, b) =>
        a.label.localeCompare(b.label, 'en'),
      );
    },
  };
};
