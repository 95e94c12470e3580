import type { ComponentType } from 'react';
import type { WebviewLinkProps } from './cards/webview/WebviewLink';
import type { EmojiProps } from './composer/emoji/EmojiPicker';
import type { ToolsProps } from './composer/tools/Tools';
import type { UploadProps } from './composer/uploads/UploadBubble';
import type { FailureProps } from './failures/Failure';
import type { KindProps } from './messageLog/messageKinds';
import type { ReaderProps } from './messageLog/reader/place';
import type { FormProps } from './messageLog/rich/forms/context';
import type { OptionsProps } from './options/option';

/**
 * What is loaded when something first asks for it. A part is a view that comes with its own flows, bound to them by its
 * file in `parts/`; here stands what each is to whoever shows it.
 */
export type Parts = {
  /** What is shown where something failed; loaded before it is needed. */
  failures: ComponentType<FailureProps>;
  /** Every kind of message but plain text. */
  rich: ComponentType<KindProps>;
  /** A form, or the answers to one. */
  forms: ComponentType<FormProps>;
  /** What a visitor in the queue is told. */
  waitTime: ComponentType;
  /** What stands below the composer. */
  notices: ComponentType;
  /** What is above the reader's eye and below it. */
  reader: ComponentType<ReaderProps>;
  /** The list of the visitor's conversations. */
  conversationList: ComponentType;
  /** The menu of the header's button. */
  options: ComponentType<OptionsProps>;
  /** What the composer has beside the text box: files, emoji, the count of characters. */
  tools: ComponentType<ToolsProps>;
  /** How much more may be written, near the limit. */
  counter: ComponentType<{ text: string }>;
  /** A file on its way, and what sends files. */
  uploads: ComponentType<UploadProps> & { send(files: readonly File[]): void };
  emoji: ComponentType<EmojiProps>;
  /** What opens a page in a card above the conversation. */
  webview: ComponentType<WebviewLinkProps>;
  /** What a window that fills the screen needs of the page; draws nothing. */
  screen: ComponentType;
};
