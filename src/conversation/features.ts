import type { ComponentProps, ComponentType, ReactNode, RefObject } from 'react';
import type { FormField } from '../messageKinds/form/decode';
import type { AnswerRow } from '../messageKinds/formResponse/decode';
import type { Message } from '../model/message';
import type { Action } from '../wire/rich';

/** A message and its place in a group of one author's messages. */
export type KindProps = { message: Message; firstInGroup: boolean; lastInGroup: boolean };

/** A message without its place asks for the marks beside its author's name. */
export type RichProps = KindProps | { message: Message; firstInGroup?: undefined };

type None<T> = { [K in keyof T]?: undefined };
/** One of the members, and no other. */
type OneOf<T> = { [K in keyof T]: Pick<T, K> & None<Omit<T, K>> }[keyof T];

type Failures = {
  /** Asks for the note on the connection, which is empty while all is well. */
  connection: true;
  /** A feature whose file did not load. */
  missing: { of: keyof Features; at?: string };
  /** A message that was not sent. */
  message: Message;
  /** Requests the placeholder shown while the list of conversations loads or after it failed. */
  list: true;
};

/** What has failed; without any of them, the start of the conversation has. */
export type FailureProps = OneOf<Failures> | None<Failures>;

export type BeginningProps = {
  /** The full length. */
  size: number;
  /** How much is shown at first. */
  first: number;
  /** Draws the first `most` units. */
  draw: (most: number) => ReactNode;
};

/** A form's message, with what the feature that shows it has already. */
export type FormProps = KindProps & {
  /** The form's fields; empty when it cannot be read. */
  steps: readonly FormField[];
  /** What a response answers. */
  rows: readonly AnswerRow[];
  Beginning: ComponentType<BeginningProps>;
  Text: ComponentType<KindProps>;
};

/** The place that the feature `people` draws: a group of messages by its author, the log before messages, or the header. */
export type PeopleProps = {
  /** Shown without the feature. */
  children?: ReactNode;
} & (
  | {
      /** The author of a group of messages, and the address of their picture. */
      author: string;
      url?: string;
      first?: undefined;
    }
  | { first: true; author?: undefined; url?: undefined }
  | { first?: undefined; author?: undefined; url?: undefined }
);

/** `most` is how many characters are shown. */
export type LinkedTextProps = { text: string; most?: number };

/** The reader's place in the log. The log owns it, so that it outlives the loading of the scrollback. */
export type ReadingPlace = {
  /** Whether the reader is at the end and follows new messages. */
  following: boolean;
  /** The last scroll position, in pixels from the top; 0 before the first, where the reader cannot scroll up. */
  at: number;
  /** The log's height when the place was last kept, in pixels. */
  height?: number;
  /** Restores the position of the row that the reader looks at. */
  keep?: () => void;
  /** The element of the log that has the focus, or had it until it was removed. */
  held?: Element;
};

export type ScrollbackProps = {
  at: 'top' | 'end';
  log: RefObject<HTMLElement | null>;
  place: ReadingPlace;
};

/** What the visitor did before the composer's tools were loaded. */
export type WantedTool = {
  tool?: 'emoji' | 'file';
  files?: File[];
  /** How many visitors had left when the files were chosen. */
  exits?: number;
};

export type ToolsProps = {
  box: HTMLTextAreaElement;
  text: string;
  /** The draft that was restored last. */
  kept: RefObject<string | undefined>;
  /** Closes the text box and shows the reason; an empty reason opens it. */
  close: (why: string) => void;
  /** The action of the visitor that needed the tools. */
  wanted: WantedTool;
};

export type FileLabelProps = { name: string; type?: string; size?: number; children?: ReactNode };

export type UploadProps = KindProps & {
  /** Draws the file as it will look when it is sent. Passed in, because the feature that shows this bubble has it. */
  Label: ComponentType<FileLabelProps>;
  /** The box of a picture that was sent, as declarations. Passed in for the same reason. */
  boxOf: (width: number, height: number) => string;
};

/** What sends files. */
export type FileTaker = {
  send(files: readonly File[]): void;
  /**
   * Sends files that are in the log already.
   * @param held by the keys of their messages
   */
  take(held: ReadonlyMap<string, File>): void;
};

export type EmojiProps = {
  onPick: (emoji: string) => void;
  /** @param back whether to return the focus to the button that opened the picker */
  onClose: (back: boolean) => void;
  opener: RefObject<HTMLElement | null>;
};

/** `scope` begins with the key of the action's message; `label` is the link's content. */
export type WebviewLinkProps = { action: Action; url: string; scope: string; label: ReactNode };

/**
 * The features that the card loads on demand, each with the props of its view. `homeFeatures.ts` has the row of
 * each.
 */
export type Features = {
  /** What failed and how to retry; loaded before it is needed. */
  failures: ComponentType<FailureProps>;
  /** A text with clickable links. */
  linkedText: ComponentType<LinkedTextProps>;
  /** Every kind of message except plain text, and the marks of its author. */
  richMessages: ComponentType<RichProps>;
  /** A form, or the answers to one. */
  forms: ComponentType<FormProps>;
  /** The wait-time banner of a queued visitor. */
  waitTime: ComponentType;
  /** The question whether to continue the conversation of an email's link, or the note that a link opened it. */
  emailLink: ComponentType;
  notices: ComponentType;
  /** Scrollback above the messages, and the button to the latest message below them. */
  scrollback: ComponentType<ScrollbackProps>;
  conversationList: ComponentType;
  /** Who is typing. `spoken` draws the text alone. */
  typing: ComponentType<{ spoken?: boolean }>;
  /** The note, after the messages, that the conversation has ended. */
  ended: ComponentType;
  /** The menu of the header's options button. */
  optionsMenu: ComponentType<{ onClose(): void }>;
  /** The composer's tools: files, emoji and the character counter. */
  composerTools: ComponentType<ToolsProps>;
  /** The number of characters left, near the limit. */
  counter: ComponentType<{ text: string }>;
  /** The bubble of a file during its upload, and what sends files. */
  attachments: ComponentType<UploadProps> & FileTaker;
  /** The button that takes a picture, for phones. */
  camera: ComponentType<{ send: (files: File[]) => void }>;
  emojiPicker: ComponentType<EmojiProps>;
  /** A link that opens a web page in a card above the conversation. */
  webviewCard: ComponentType<WebviewLinkProps>;
  /** The team's faces, presence and greeting. The card waits for it, so that nothing shifts. */
  people: ComponentType<PeopleProps>;
  /** Adapts the publisher's page to a window that fills the screen; draws nothing. */
  fullScreen: ComponentType;
  /** Keeps what is shown up to date while a visitor translates the page; draws nothing. */
  translation: ComponentType;
};

/** The features whose view needs no props. */
export type PlainFeature = {
  [K in keyof Features]: object extends ComponentProps<Features[K]> ? K : never;
}[keyof Features];
