import type { Clock } from '@porch/messenger/platform/clock';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { TeamBot, TeamMember } from '../../../shared/answers/accounts';
import { isOnTeam } from '../../model/decodeAccounts';
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
  /** The names of removed agents, by id. */
  removed: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Bots, which conversations can also be assigned to. */
  bots: ReadonlySignal<readonly Labelled<TeamBot>[]>;
  /** The name of an agent or a bot, and whether they were removed. */
  labelOf(id: string): string;
  /** The ids of the members who are there, and whom visitors who write alert. */
  reached: ReadonlySignal<ReadonlySet<string>>;
  /** The same of one, as the desk knew within the last half minute; false if the desk does not answer. */
  isReached(id: string): Promise<boolean>;
  /** A member's inbox was opened or closed. */
  setOnline(id: string, online: boolean): void;
  /** Fetches them again. Keeps the known ones if the desk does not answer. */
  refresh(): Promise<void>;
};

/** How long the desk's answer counts, in ms. */
const FRESH_MS = 30_000;

export const createTeam = (api: Pick<TeamApi, 'agents'>, ownId: string, clock: Pick<Clock, 'now'>): Team => {
  const members = signal<readonly Labelled<TeamMember>[]>([]);
  const removed = signal<ReadonlyMap<string, string>>(new Map());
  const bots = signal<readonly Labelled<TeamBot>[]>([]);
  const reached = computed<ReadonlySet<string>>(
    () =>
      new Set(members.value.flatMap(({ id, online, alerted }) => (online && alerted !== false ? id : []))),
  );
  let askedAt = Number.NEGATIVE_INFINITY;
  /** @returns whether the desk has answered */
  const refresh = async (): Promise<boolean> => {
    const answer = await api.agents();
    if (!answer.ok) return false;
    askedAt = clock.now();
    bots.value = withLabels(answer.value.bots, ({ id }) => id);
    const here = answer.value.members.filter(isOnTeam);
    const gone = answer.value.members.filter((one) => !here.includes(one));
    removed.value = new Map(gone.map(({ id, name }) => [id, name]));
    members.value = withLabels(here, ({ email }) => email).sort((a, b) =>
      a.label.localeCompare(b.label, 'en'),
    );
    return true;
  };

  return {
    ownId,
    members,
    removed,
    bots,
    colleagues: computed(() => members.value.filter(({ id }) => id !== ownId)),
    labelOf: (id) => {
      const known = [...members.value, ...bots.value].find((one) => one.id === id);
      if (known) return known.label;
      const name = removed.value.get(id);
      if (name) return `${name} (removed)`;
      return members.value.length === 0 ? 'an agent' : 'someone removed';
    },
    reached,
    isReached: async (id) => {
      const isKnown = Math.abs(clock.now() - askedAt) < FRESH_MS || (await refresh());
      return isKnown && reached.peek().has(id);
    },
    setOnline: (id, online) => {
      members.value = members.peek().map((one) => (one.id === id ? { ...one, online } : one));
    },
    refresh: async () => void (await refresh()),
  };
};
