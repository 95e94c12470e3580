import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { TeamBot, TeamMember } from '../../shared/accountsApi';
import type { TeamApi } from '../teamApi';

/** The agents of the desk. */
export type Team = {
  /** The id of the signed-in agent. */
  ownId: string;
  /** Those who have not left, by name. */
  members: ReadonlySignal<readonly TeamMember[]>;
  /** The members without the signed-in agent. */
  colleagues: ReadonlySignal<readonly TeamMember[]>;
  /** To whom conversations can be given, too. */
  bots: ReadonlySignal<readonly TeamBot[]>;
  /** Fetches them again. A desk that cannot tell keeps the known ones. */
  refresh(): Promise<void>;
};

export const createTeam = (api: Pick<TeamApi, 'agents'>, ownId: string): Team => {
  const members = signal<readonly TeamMember[]>([]);
  const bots = signal<readonly TeamBot[]>([]);
  return {
    ownId,
    members,
    bots,
    colleagues: computed(() => members.value.filter(({ id }) => id !== ownId)),
    refresh: async () => {
      const answer = await api.agents();
      if (!answer.ok) return;
      bots.value = answer.value.bots;
      members.value = answer.value.members
        .filter(({ removedAt }) => removedAt === undefined)
        .sort((a, b) => a.name.localeCompare(b.name, 'en'));
    },
  };
};
