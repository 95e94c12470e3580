import type { ComponentType } from 'react';
import type { UploadProps } from '../features/attachments/UploadBubble';
import type { EmojiProps } from '../features/emojiPicker/EmojiPicker';
import type { FailureProps } from '../features/failures/Failure';
import type { FormProps } from '../features/forms/context';
import type { OptionsProps } from '../features/optionsMenu/option';
import type { ReaderProps } from '../features/scrollback/place';
import type { WebviewLinkProps } from '../features/webviewCard/WebviewLink';
import type { ToolsProps } from './composer/tools/Tools';
import type { KindProps } from './log/messageKinds';

/**
 * The lazily loaded parts, with the props of each. A part is a view with its own flows; its file in `parts/`
 * binds them.
 */
export type Parts = {
  /** What failed and how to retry; loaded before it is needed. */
  failures: ComponentType<FailureProps>;
  /** Every kind of message except plain text. */
  rich: ComponentType<KindProps>;
  /** A form, or the answers to one. */
  forms: ComponentType<FormProps>;
  /** The wait-time banner of a queued visitor. */
  waitTime: ComponentType;
  /** The notices below the composer. */
  notices: ComponentType;
  /** Scrollback above the messages, and the button to the latest message below them. */
  reader: ComponentType<ReaderProps>;
  /** The list of the visitor's conversations. */
  conversationList: ComponentType;
  /** The menu of the header's options button. */
  options: ComponentType<OptionsProps>;
  /** The composer's tools: files, emoji and the character counter. */
  tools: ComponentType<ToolsProps>;
  /** The number of characters left, near the limit. */
  counter: ComponentType<{ text: string }>;
  /** The bubble of a file during its upload, and the function that sends files. */
  uploads: ComponentType<UploadProps> & { send(files: readonly File[]): void };
  emoji: ComponentType<EmojiProps>;
  /** A link that opens a web page in a card above the conversation. */
  webview: ComponentType<WebviewLinkProps>;
  /** Adapts the publisher's page to a window that fills the screen; draws nothing. */
  screen: ComponentType;
};
