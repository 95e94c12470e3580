import type {
  CallError,
  Conversation,
  ConversationFields,
  ConversationList,
  Done,
  LoginError,
  Message,
  NewConversation,
  RenderOptions,
  Screen,
  TextMessage,
} from './values.js';

/** `zE('messenger', name, …)`. */
export type Commands = {
  /**
   * Opens the window.
   * @early opens
   */
  open: () => void;
  /**
   * Closes the window.
   * @early closes
   * @waits
   */
  close: () => void;
  /**
   * Hides everything; `open` then shows nothing.
   * @early hides
   * @waits
   * @sets shown
   */
  hide: () => void;
  /**
   * Shows what `hide` has hidden, as it was.
   * @early shows
   * @waits
   * @resets shown
   */
  show: () => void;
  /**
   * Logs the visitor in with the JWT that `supply` passes to `give`; without `supply`, does the same as `useSessionAuth`.
   * @sets visitor
   */
  loginUser: (
    supply?: ((give: (jwt: string) => void) => void) | null,
    done?: (error: LoginError | null) => void,
  ) => void;
  /**
   * Forgets the visitor in every tab, an anonymous one, too. Call it when somebody signs out, not on each page without a login.
   * @early leaves
   * @resets visitor
   */
  logoutUser: () => void;
  /**
   * Uses an anonymous session whose live connection has its own token; a logout ends it.
   * @sets visitor
   */
  useSessionAuth: () => void;
  /**
   * Closes the window, forgets the visitor and removes what is stored.
   * @early leaves
   * @resets visitor
   */
  resetWidget: (done?: (error?: CallError) => void) => void;
  /**
   * Creates a conversation, with a first message if one is given; the visitor stays where they are.
   * @flag multiConversation
   * @loads conversation/conversationCommands
   */
  newConversation: (options?: NewConversation | Done<Conversation>, done?: Done<Conversation>) => void;
  /**
   * Sends a text to a conversation, by default the one on screen; calls `done` when the server has it.
   * @loads conversation/conversationCommands
   */
  sendMessage: (message: TextMessage, conversationId?: string | Done<Message>, done?: Done<Message>) => void;
  /**
   * Fetches ten of the visitor's conversations, newest first, after the first `offset`.
   * @flag multiConversation
   * @loads conversation/conversationCommands
   */
  fetchConversations: (offset: number | Done<ConversationList>, done?: Done<ConversationList>) => void;
  /**
   * Extra: renames a conversation; metadata is merged by name.
   * @flag multiConversation
   * @loads conversation/conversationCommands
   */
  updateConversation: (
    conversationId: string,
    changes: ConversationFields,
    done?: Done<Conversation>,
  ) => void;
  /**
   * Extra: sends properties of the visitor to the server, merged by name; calls `done` when it has them.
   * @flag updateUser
   * @loads metadata/metadataCalls
   */
  updateUser: (
    changes: { properties: Record<string, unknown> },
    done?: (error: CallError | null) => void,
  ) => void;
  /**
   * Extra: shows a campaign, whatever its rules and dates are, even if the visitor has dismissed it.
   * @flag proactiveForce
   * @loads look/surfaceCalls
   */
  forceProactiveMessage: (campaignId: string) => void;
  /**
   * Extra: puts a text into the text box if the visitor has written nothing; it is not sent.
   * @loads look/surfaceCalls
   */
  prefill: (text: string) => void;
  /**
   * Extra: shows agents this page instead of the browser's address, until that changes. Agents see each change automatically.
   * @loads page/pageview
   */
  pageview: (view: { url: string; title?: string }) => void;
  /**
   * Extra: passes the state of the messenger to `give`, or logs it; nothing in it is personal.
   * @loads page/debugCall
   */
  debug: (give?: (state: Record<string, unknown>) => void) => void;
  /**
   * Extra: opens the conversation that an email’s link names. A browser without a visitor asks first; an invalid token does nothing. The desk’s own loader makes this call.
   * @loads visitor/resume
   */
  resume: (token: string) => void;
  /**
   * Extra: removes Porch from the page, including `zE`; calls `done` when it is gone. What is stored stays.
   * @loads page/destroy
   */
  destroy: (done?: (error: CallError | null) => void) => void;
  /**
   * Draws the widget in elements of the page, or floating, in place of what an earlier call has drawn. For a page with `zEMessenger.autorender: false`.
   * @sets drawn
   * @loads look/render
   */
  render: (options: RenderOptions, done?: (error: CallError | null) => void) => void;
};

/** `zE('messenger:ui', name, …)`. */
export type UiCommands = {
  /**
   * Creates a conversation and shows it.
   * @flag multiConversation
   * @loads conversation/conversationCommands
   */
  newConversation: (options?: NewConversation) => void;
  /**
   * Opens the window at the list, a conversation, or the newest active one.
   * @flag multiConversation
   * @loads conversation/conversationCommands
   */
  navigation: (screen: Screen) => void;
};

/** `zE('messenger:open', name, …)`. */
export type OpenCommands = {
  /**
   * Opens the screen for voice calls, if the account takes calls.
   * @loads look/surfaceCalls
   */
  voice: (digitalLine?: string) => void;
};

/** `zE('messenger:get', name, …)`. */
export type GetCommands = {
  /**
   * Passes a copy of the configuration that the messenger runs with to `give`.
   * @loads page/getConfig
   */
  config: (give: (config: { messenger: Record<string, unknown> }) => void) => void;
};
