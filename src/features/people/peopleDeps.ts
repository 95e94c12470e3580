import type { ReadonlySignal } from '@preact/signals-react';
import type { PeopleConfig, TeamStatus } from '../../wire/people';

/** What the views are made from. */
export type PeopleDeps = {
  config: PeopleConfig;
  team: ReadonlySignal<TeamStatus | undefined>;
  /** Whether the visitor was here before, and what they said is not there yet. */
  returning: () => boolean;
  /** What the group of starters is called; undefined until its words are there. */
  label: ReadonlySignal<string | undefined>;
  send: (text: string) => void;
};
