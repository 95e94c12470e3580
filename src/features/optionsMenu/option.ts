import type { ReadonlySignal } from '@preact/signals-react';
import type { MenuDeps, MenuEntry } from '../../conversation/featureRow';

export type { MenuDeps };

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
