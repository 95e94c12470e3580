import type { CallError, Customization, InConversation, Message, TextMessage } from './values.js';

/** `zE('messenger:set', name, value)`. */
export type Settings = {
  /**
   * The language, as a BCP 47 tag.
   * @loads look/setLocale
   */
  locale: (tag: string) => void;
  /**
   * Stacks the launcher and the window above the page; 999999 by default.
   * @early setsZIndex
   */
  zIndex: (zIndex: number) => void;
  /**
   * What can be stored: `all`, `functional` (identity and drafts) or `none`; `true` and `false` are deprecated.
   * @early setsCookies
   */
  cookies: (level: 'all' | 'functional' | 'none' | boolean) => void;
  /**
   * Changes the look at once, for this page load; see docs/look.md.
   * @early customizes
   */
  customization: (customization: Customization) => void;
  /**
   * Changes each message before it is shown; `null` hides it.
   * @loads conversation/messageHooks
   */
  beforeMessageDisplay: (change: (message: Message, data: InConversation) => Message | null) => void;
  /**
   * Changes each text before it is sent.
   * @loads conversation/messageHooks
   */
  beforeMessageSent: (
    change: (message: TextMessage, data: { conversation: { id?: string } }) => TextMessage,
  ) => void;
  /**
   * Extra: your own words, by their key in `locales/en-us.json`.
   * @loads look/setLabels
   */
  labels: (labels: Record<string, string>) => void;
  /**
   * Fields of the conversation on screen and of all later ones; see 'Fields and tags'.
   * @flag conversationFields
   * @loads metadata/metadataCalls
   * @until visitor
   */
  conversationFields: (
    fields: readonly { id: string | number; value: string | number | boolean | readonly string[] }[],
    done?: (error: CallError | null) => void,
  ) => void;
  /**
   * Tags of the conversation on screen and of all later ones; another call replaces them.
   * @flag conversationTags
   * @loads metadata/metadataCalls
   * @until visitor
   */
  conversationTags: (tags: readonly string[], done?: (error: CallError | null) => void) => void;
  /**
   * Extra: metadata of the conversation on screen and of all later ones, merged by name.
   * @flag metadata
   * @loads metadata/metadataCalls
   * @until visitor
   */
  conversationMetadata: (metadata: Record<string, unknown>, done?: (error: CallError | null) => void) => void;
  /**
   * Extra: properties of the visitor, merged by name.
   * @flag metadata
   * @loads metadata/metadataCalls
   * @until visitor
   */
  userMetadata: (properties: Record<string, unknown>, done?: (error: CallError | null) => void) => void;
  /**
   * Who is shown as typing instead of the agent; `null` ends that.
   * @flag typingIndicator
   * @loads look/composerCalls
   */
  typingIndicator: (who: { name: string; avatarUrl: string } | null) => void;
  /**
   * Whether the visitor has the emoji picker.
   * @flag emojiPicker
   * @loads look/composerCalls
   */
  emojiPicker: (shown: boolean) => void;
  /**
   * Whether several files can be sent at once. If not, the first is sent, and each of the others when the visitor clicks it.
   * @flag multipleAttachments
   * @loads look/composerCalls
   */
  multipleAttachments: (several: boolean) => void;
  /**
   * Accepted but has no effect: Porch never opens a window of its own.
   * @flag disablePopout
   * @loads look/composerCalls
   */
  disablePopout: (disabled: boolean) => void;
};
