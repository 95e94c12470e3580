import type { ReadonlySignal } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import type { MenuEntry } from '../../conversation/featureRow';

/** What the menu's own entries use. */
export type MenuDeps = Needs<
  'clock' | 'own' | 'report' | 'host' | 'page' | 'storages' | 'surface' | 'colours' | 'words',
  | 'settings'
  | 'conversations'
  | 'experience'
  | 'locale'
  | 'messages'
  | 'unread'
  | 'router'
  | 'pageEvents'
  | 'user',
  'messaging' | 'author' | 'readExperience' | 'connect' | 'rules' | 'http'
>;

export type ChosenOption = {
  option: MenuEntry;
  /** `done` shows a message; `over` has none; `panel` shows the entry's own view. */
  step: 'panel' | 'confirm' | 'pending' | 'failed' | 'done' | 'over';
};

/** The state and actions of the menu; implemented by `chooseOption.ts`. */
export type OptionsMenuState = {
  options: readonly MenuEntry[];
  /** The chosen entry, until it is finished. */
  chosen: ReadonlySignal<ChosenOption | undefined>;
  choose(option: MenuEntry, doc: Document): void;
  /** Runs the confirmed entry, or repeats a failed one. */
  go(doc: Document): void;
  /** Forgets the chosen entry, unless it is running. */
  leave(): void;
};
