import type { ReadonlySignal } from '@preact/signals-react';
import type { ComponentType } from 'react';
import type { Slices } from '../slices/createSlices';
import type { CardDeps, Needs } from './featureDeps';

/** One entry of the header's menu. Its texts are keys of `locales/`. */
export type MenuEntry = {
  label: string;
  /** The label's text, where its words are in their own file. */
  text?: ReadonlySignal<string>;
  /** The values for the label's placeholders. */
  params?: Readonly<Record<string, string>>;
  available: ReadonlySignal<boolean>;
  /** Whether it is shown but cannot be chosen now. */
  disabled?: ReadonlySignal<boolean>;
  /** Whether it is on, for an entry that is switched on and off. */
  checked?: ReadonlySignal<boolean>;
  /** Whether it ends something. It is below a line, in the color of errors. */
  ends?: true;
  /** The question to confirm before it runs. */
  confirm?: string;
  /** The message shown after it has run; without one, the menu closes. */
  done?: string;
  /** A view that takes the menu's place, instead of `run`. It stays until it calls `onClose`. */
  panel?: ComponentType<{ onClose(): void }>;
  /**
   * Runs the entry.
   * @param doc the card's document
   * @returns undefined when done at once, else a promise that rejects with the cause of a failure
   */
  run?(doc: Document): Promise<void> | undefined;
};

/** One notice below the composer. `label` is a key of `locales/`. */
export type Notice = {
  shown: ReadonlySignal<boolean>;
  label: string;
  /** The values for the label's placeholders. */
  params?: Readonly<Record<string, string>>;
  /** Where it leads, for a link; `safeUrl` has checked an address from outside. */
  href?: string;
  /** The path of the drawing before the label, on a grid of 20. */
  path?: string;
};

/** Where the card shows a feature automatically: above the log, or below the composer. */
export type Area = 'banner' | 'notice';

/** What decides whether and where a feature is shown. */
export type AreaSlices = Pick<Slices, 'settings' | 'conversations' | 'user' | 'linkQuestion'>;

/** A feature of the home card, as its registry declares it. */
export type FeatureRow<View> = {
  /** Loads the feature's file, whose `create` creates it. */
  load(): Promise<{ create(deps: CardDeps): View | Promise<View> }>;
  /** The name of its file, if not the row's. */
  file?: string;
  /** Whether it needs no words beyond those already loaded. */
  wordless?: true;
  /** Where the card shows it automatically; without an area, other code asks for it. */
  area?: Area;
  /** Whether it is shown in its area now; what it reads is followed. */
  shown?(slices: AreaSlices): boolean;
  /** The height in pixels that is kept for it while it loads. */
  height?: number;
};

/** What the entries of the header's menu use. */
export type MenuDeps = Needs<
  | 'clock'
  | 'onDispose'
  | 'report'
  | 'host'
  | 'page'
  | 'storages'
  | 'surface'
  | 'colours'
  | 'words'
  | 'createId',
  | 'settings'
  | 'conversations'
  | 'experience'
  | 'locale'
  | 'messages'
  | 'unread'
  | 'router'
  | 'pageEvents'
  | 'channelEvents'
  | 'user'
  | 'connection',
  'messaging' | 'author' | 'readExperience' | 'connect' | 'rules' | 'http' | 'chunks' | 'arrivals'
>;

/** A feature that is reached from the header's menu alone, and loaded with it. */
export type MenuRow = {
  /** Whether the account has it. */
  wanted(slices: Pick<AreaSlices, 'settings'>): boolean;
  /** Loads the function that creates its entries. */
  load(): Promise<(deps: MenuDeps) => readonly MenuEntry[] | Promise<readonly MenuEntry[]>>;
};

export type FeatureRows = Readonly<Record<string, FeatureRow<unknown>>>;
