import type { ReadonlySignal } from '@preact/signals-react';

export type OptionsProps = { onClose(): void };

/** One entry of the home card's menu. Its words are keys of `locales/`. */
export type Option = {
  label: string;
  available: ReadonlySignal<boolean>;
  /** Whether it stands there and cannot be chosen now. */
  disabled?: ReadonlySignal<boolean>;
  /** Whether it is on, for what is switched on and off. */
  checked?: ReadonlySignal<boolean>;
  /** Asked once before anything is done. */
  confirm?: string;
  /** Said once it is done; where nothing is to be said, the menu goes. */
  done?: string;
  /**
   * What is done at once gives nothing; what takes a while rejects with what stopped it.
   * @param doc the card's document
   */
  run(doc: Document): Promise<void> | undefined;
};

export type ChosenOption = {
  option: Option;
  /** Done with something to say of it, over without. */
  step: 'confirm' | 'pending' | 'failed' | 'done' | 'over';
};

/** The menu as its view sees it; `flows/chooseOption.ts` is it. */
export type OptionsPart = {
  options: readonly Option[];
  /** What was chosen and is not over. */
  chosen: ReadonlySignal<ChosenOption | undefined>;
  choose(option: Option, doc: Document): void;
  /** Does what had to be confirmed, or tries again what failed. */
  go(doc: Document): void;
  /** Forgets what was chosen, unless it is under way. */
  leave(): void;
};
