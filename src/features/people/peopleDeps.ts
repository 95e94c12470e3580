import type { ReadonlySignal } from '@preact/signals-react';
import type { PeopleConfig, TeamStatus } from '../../wire/people';

/** What the views need. */
export type PeopleDeps = {
  config: PeopleConfig;
  team: ReadonlySignal<TeamStatus | undefined>;
  /** Whether this is a returning visitor whose messages have not loaded yet. */
  returning: () => boolean;
  /** The accessible name of the group of starters; undefined until its words have loaded. */
  label: ReadonlySignal<string | undefined>;
  send: (text: string) => void;
};
