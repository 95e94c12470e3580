import type { ReadonlySignal } from '@preact/signals-react';

/** One entry of the home card's menu. Its texts are keys of `locales/`. */
export type Option = {
  label: string;
  available: ReadonlySignal<boolean>;
  /** Whether it is shown but cannot be chosen now. */
  disabled?: ReadonlySignal<boolean>;
  /** Whether it is on, for an entry that is switched on and off. */
  checked?: ReadonlySignal<boolean>;
  /** The question to confirm before it runs. */
  confirm?: string;
  /** The message shown after it has run; without one, the menu closes. */
  done?: string;
  /**
   * Runs the entry.
   * @param doc the card's document
   * @returns undefined when done at once, else a promise that rejects with the cause of a failure
   */
  run(doc: Document): Promise<void> | undefined;
};

export type ChosenOption = {
  option: Option;
  /** `done` shows a message; `over` has none. */
  step: 'confirm' | 'pending' | 'failed' | 'done' | 'over';
};

/** The state and actions of the menu; implemented by `flows/chooseOption.ts`. */
export type OptionsMenuState = {
  options: readonly Option[];
  /** The chosen entry, until it is finished. */
  chosen: ReadonlySignal<ChosenOption | undefined>;
  choose(option: Option, doc: Document): void;
  /** Runs the confirmed entry, or repeats a failed one. */
  go(doc: Document): void;
  /** Forgets the chosen entry, unless it is running. */
  leave(): void;
};
