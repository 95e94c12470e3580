import type { ReadonlySignal } from '@preact/signals-react';
import { type ComponentType, createContext, useContext } from 'react';
import type { Words } from '../i18n/words';
import type { TextBox } from '../launcher/textBox';
import type { Message } from '../model/message';
import type { LogBlock, LogRow } from '../model/messageLog';
import type { Clock } from '../platform/clock';
import type { Announcement } from '../slices/announcer';
import type { ConnectionNote } from '../slices/connection';
import type { Conversation, Notice, TypingUser } from '../slices/conversations';
import type { Settings } from '../slices/settings';
import type { Status } from '../slices/status';
import type { AreaSlices, FeatureRows } from './featureRow';
import type { Features, PeopleProps } from './features';

/** Everything that the home card shows. */
export type HomeState = {
  /** A lazily loaded feature; the first call loads it. */
  feature: <K extends keyof Features>(name: K) => ReadonlySignal<Features[K] | undefined>;
  /** The features that could not be loaded, and whether each is being requested again. */
  missing: ReadonlySignal<ReadonlyMap<keyof Features, boolean>>;
  /** The form in which the visitor writes. It exists before the card. */
  textBox: TextBox;
  settings: Pick<Settings, 'title' | 'description' | 'avatarUrl'>;
  /** Draws faces, presence and greeting; without that feature, its children alone. */
  People: ComponentType<PeopleProps>;
  words: ReadonlySignal<Words>;
  /** The rows of the log, and the same rows in blocks. */
  rows: ReadonlySignal<readonly LogRow[]>;
  log: ReadonlySignal<readonly LogBlock[]>;
  /** The last message of the log. */
  last: ReadonlySignal<Message | undefined>;
  /** The team's newest message under another name than the title: it names who answers. */
  agent: ReadonlySignal<Message | undefined>;
  typingUser: ReadonlySignal<TypingUser | undefined>;
  /** The state of loading the conversation: `pending` shows the skeleton, `failed` the retry button. */
  start: ReadonlySignal<Status>;
  /** The note about the connection, if there is one. */
  connection: ReadonlySignal<ConnectionNote>;
  /** Whether the next page finds the visitor again. */
  isKept: ReadonlySignal<boolean>;
  /** Why the visitor no longer sees what they saw. */
  notice: ReadonlySignal<Notice | undefined>;
  /** Whether files may be sent. */
  attachments: boolean;
  /** Whether emoji can be picked; a touch screen's keyboard has its own. */
  emoji: ReadonlySignal<boolean>;
  /** Identifies the draft in the composer; it changes when another draft belongs there. */
  draftKey: ReadonlySignal<string>;
  /** Whether an earlier page has left unfinished uploads. */
  filesLeft: boolean;
  /** The conversation that is shown. */
  active: ReadonlySignal<Conversation | undefined>;
  /** `received` up to which the business has read, in float seconds. */
  seenTo: ReadonlySignal<number>;
  /** The texts that a screen reader announces. */
  announcement: ReadonlySignal<readonly Announcement[]>;
  widgetOpen: ReadonlySignal<boolean>;
  /** The registry of features. Those with an area are shown in it automatically. */
  features: FeatureRows;
  /** What decides whether these are shown. */
  areaSlices: AreaSlices;
  /** Whether there is a list of conversations to go back to. */
  listed: ReadonlySignal<boolean>;
  listShown: ReadonlySignal<boolean>;
  /**
   * Whether touch is the main input. Opening then leaves the focus alone, because the on-screen keyboard
   * would appear.
   */
  touchFirst: boolean;
  /** Ends with the messenger. */
  clock: Clock;
  /** When the card was drawn, in seconds. */
  drawnAt: number;
};

/** The visitor's actions. None throws. */
export type HomeActions = {
  /**
   * Sends a failed message again.
   * @param key the message's key
   */
  retry(key: string): void;
  /**
   * Removes a message that was not sent.
   * @param key the message's key
   */
  remove(key: string): void;
  /**
   * Stores the draft. Called when the text or `draftKey` has changed.
   * @returns the text to show instead, if it differs
   */
  keepDraft(text: string): string | undefined;
  /** Requests the features that could not be loaded again. */
  retryFeatures(): void;
  retryStart(): void;
  showList(): void;
  /** @param detail the event's `detail`: 1 is a click, anything else came from the keyboard */
  close(detail: number): void;
};

export type HomeContextValue = { state: HomeState; actions: HomeActions };

const HomeContext = createContext({} as HomeContextValue);
export const HomeProvider = HomeContext.Provider;

/** The state and actions of the home card. To be used within it. */
export const useHome = (): HomeContextValue => useContext(HomeContext);
