import type { ReadonlySignal } from '@preact/signals-react';
import { createContext, useContext } from 'react';
import type { Words } from '../i18n/words';
import type { LogBlock, LogRow } from '../model/messageLog';
import type { Quotable } from '../model/quotable';
import type { Announcement } from '../slices/announcer';
import type { ConnectionNote } from '../slices/connection';
import type { TypingUser } from '../slices/conversations';
import type { Status } from '../slices/status';
import type { Parts } from './parts';

/** Everything the home card shows: signals in. */
export type HomeState = {
  /** A lazily loaded part; asking for it loads it. */
  part: <K extends keyof Parts>(name: K) => ReadonlySignal<Parts[K] | undefined>;
  /** The parts that could not be had so far, and whether each is just being asked for again. */
  missing: ReadonlySignal<ReadonlyMap<keyof Parts, boolean>>;
  title: string;
  description?: string;
  avatarUrl?: string;
  words: ReadonlySignal<Words>;
  /** The rows of the log, and the blocks they are drawn in. */
  rows: ReadonlySignal<readonly LogRow[]>;
  log: ReadonlySignal<readonly LogBlock[]>;
  /** What a message may quote. */
  quotable: ReadonlySignal<Quotable>;
  typingUser: ReadonlySignal<TypingUser | undefined>;
  /** Whether the conversation is there: pending shows the skeleton, failed the retry. */
  start: ReadonlySignal<Status>;
  /** What there is to say of the connection. */
  connection: ReadonlySignal<ConnectionNote>;
  /** Whether the conversation that was open is gone. */
  removed: ReadonlySignal<boolean>;
  /** Whether files may be sent. */
  attachments: boolean;
  /** Whose draft it is that stands in the composer: another one where it changes. */
  draftKey: ReadonlySignal<string>;
  /** Whether an earlier page has left files on their way. */
  filesLeft: boolean;
  hasPrevious: ReadonlySignal<boolean>;
  /** How reading an earlier page went, or goes. */
  history: ReadonlySignal<Status | undefined>;
  /** `received` up to which the business has read, in float seconds. */
  seenTo: ReadonlySignal<number>;
  /** What a screen reader is told. */
  announcement: ReadonlySignal<readonly Announcement[]>;
  widgetOpen: ReadonlySignal<boolean>;
  /** Whether the visitor waits in the queue and is told of it. */
  queued: ReadonlySignal<boolean>;
  /** Whether anything stands below the composer. */
  notices: boolean;
  /** Whether there is a list of conversations to go back to. */
  listed: ReadonlySignal<boolean>;
  listShown: ReadonlySignal<boolean>;
  /** A phone's keyboard would jump up, so focus is left alone on open. */
  touchFirst: boolean;
  now: () => number;
};

/** What the visitor may do: actions out. None throws. */
export type HomeActions = {
  send(text: string): void;
  /** @param key the failed message's */
  retry(key: string): void;
  /** Takes a message that was not sent away. @param key the message's */
  remove(key: string): void;
  /**
   * Takes what stands in the composer, whenever that or `draftKey` has changed.
   * @param fresh the composer was drawn anew
   * @returns what is to stand there instead
   */
  keepDraft(text: string, fresh: boolean): string | undefined;
  /** Asks again for the parts that could not be had. */
  retryParts(): void;
  loadPrevious(): void;
  retryStart(): void;
  showList(): void;
  /** @param detail the event's `detail` */
  close(detail: number): void;
};

export type HomeContextValue = { state: HomeState; actions: HomeActions };

const HomeContext = createContext<HomeContextValue | undefined>(undefined);
export const HomeProvider = HomeContext.Provider;

/** @throws when a component of the home card is used outside of it */
export const useHome = (): HomeContextValue => {
  const value = useContext(HomeContext);
  if (!value) throw new Error('useHome needs a HomeProvider');
  return value;
};
