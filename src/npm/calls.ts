/**
 * The calls of `zE`, as published. `scripts/callsTable.mjs` makes the tables of docs/calls.md from this file: the comment
 * above a name is its row. `Extra:` marks what no other messenger has, `Not yet:` what is accepted and does
 * nothing.
 */

/** Why a call failed. */
export type CallError = {
  /** The call's name and `FailedError`, such as `SendMessageFailedError`. */
  type: string;
  /**
   * `notSupported`: the account or this version has no such thing. `invalidArguments`: see the message.
   * `unknownConversation`: no such conversation of this visitor. `network`: the service cannot be reached.
   * `refused`: the service answered with an error. `notLoaded`: a file of Porch did not load.
   */
  reason: 'notSupported' | 'invalidArguments' | 'unknownConversation' | 'network' | 'refused' | 'notLoaded';
  message: string;
};

export type LoginError = { type: 'LoginFailedError'; reason: string; message: string };

export type Conversation = {
  id: string;
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata: Record<string, unknown>;
  status: 'active' | 'idle';
  unreadCount: number;
  /** Milliseconds since 1970, as all times. */
  createdAt?: number;
  lastUpdatedAt?: number;
  /** The same, for pages that read `result.conversation.id`. */
  conversation: { id: string };
};

export type Message = {
  id: string;
  conversation: { id: string };
  author: { type: 'user' | 'business'; id?: string; displayName?: string; avatarUrl?: string };
  createdAt: number;
  content: { type: string; text?: string; mediaUrl?: string; mediaType?: string; altText?: string };
  metadata: Record<string, unknown>;
};

export type TextMessage = {
  content: { type?: 'text'; text: string };
  metadata?: Record<string, unknown>;
  payload?: string;
};

export type ConversationFields = {
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata?: Record<string, unknown>;
};

export type NewConversation = ConversationFields & { message?: TextMessage };

export type ConversationList = { data: Conversation[]; conversations: Conversation[]; hasMore: boolean };

export type Screen =
  | { screen: 'ConversationList' | 'MostRecentActiveConversation' }
  | { screen: 'Conversation'; options: { conversationId: string } };

/** An element of the page, by its CSS selector. */
type Target = { targetElement: string };

export type RenderOptions =
  | { mode: 'floating' }
  | { mode: 'embedded'; widget: Target }
  | { mode: 'embedded'; conversationList?: Target; messageLog: Target };

/** See docs/look.md for every field. */
export type Customization = {
  theme?: Record<string, string | number>;
  common?: {
    hideHeader?: boolean;
    contentScale?: number;
    stylingPreset?: 'default' | 'minimalistic';
    position?: Position;
  };
  conversationList?: Record<string, unknown>;
  messageLog?: Record<string, unknown>;
  position?: Position;
  labels?: Record<string, string>;
};

type Offset = { horizontal?: number; vertical?: number };
export type Position = { side?: 'left' | 'right'; offset?: { web?: Offset; mobile?: Offset } };

/** What a listener is given. */
export type Told<Payload = undefined> = {
  id: string;
  createdAt: number;
  type: string;
} & (Payload extends undefined ? unknown : { payload: Payload });

type InConversation = { conversation: { id: string } };
type Done<Result> = (error: CallError | null, result?: Result) => void;
type Off = () => void;
type On<Data> = (listener: (data: Data) => void) => Off;

/** `zE('messenger', name, …)`. */
export type Commands = {
  /** Opens the window. */
  open: () => void;
  /** Closes the window. */
  close: () => void;
  /** Hides everything; `open` then shows nothing. */
  hide: () => void;
  /** Brings back what `hide` has hidden, as it was. */
  show: () => void;
  /** Logs the visitor in with the JWT that `supply` hands to `give`; without `supply` as `useSessionAuth`. */
  loginUser: (
    supply?: ((give: (jwt: string) => void) => void) | null,
    done?: (error: LoginError | null) => void,
  ) => void;
  /** Forgets the visitor in every tab. */
  logoutUser: () => void;
  /** Uses an anonymous session whose live connection has a token of its own; a logout ends it. */
  useSessionAuth: () => void;
  /** Closes, and forgets the visitor and what is stored. */
  resetWidget: (done?: (error?: CallError) => void) => void;
  /** Creates a conversation, with a first message if one is given; the visitor stays where they are. */
  newConversation: (options?: NewConversation | Done<Conversation>, done?: Done<Conversation>) => void;
  /** Sends a text into a conversation, by default the one on screen; `done` when the service has it. */
  sendMessage: (message: TextMessage, conversationId?: string | Done<Message>, done?: Done<Message>) => void;
  /** Gives ten of the visitor's conversations, newest first, after the first `offset`. */
  fetchConversations: (offset: number | Done<ConversationList>, done?: Done<ConversationList>) => void;
  /** Extra: renames a conversation; metadata is merged by name. */
  updateConversation: (
    conversationId: string,
    changes: ConversationFields,
    done?: Done<Conversation>,
  ) => void;
  /** Extra: tells the service properties of the visitor, merged by name; `done` when it has them. */
  updateUser: (
    changes: { properties: Record<string, unknown> },
    done?: (error: CallError | null) => void,
  ) => void;
  /** Extra: shows a campaign whatever its rules, its dates and whether the visitor has dismissed it. */
  forceProactiveMessage: (campaignId: string) => void;
  /** Extra: writes a text into the text box, where the visitor has written nothing; it is not sent. */
  prefill: (text: string) => void;
  /** Extra: tells agents another page than the browser's address, until that changes; agents are told of each change by itself. */
  pageview: (view: { url: string; title?: string }) => void;
  /** Extra: gives the state of the messenger, or logs it; nothing in it is personal. */
  debug: (give?: (state: Record<string, unknown>) => void) => void;
  /** Extra: opens the conversation of an email’s link, after asking in a browser that knows no visitor; a token that is not valid does nothing. The desk’s own loader makes this call. */
  resume: (token: string) => void;
  /** Extra: takes Porch off the page, with `zE` itself; `done` when it is gone. What is stored stays. */
  destroy: (done?: (error: CallError | null) => void) => void;
  /** Draws the widget: in elements of the page, or floating; what an earlier call has drawn goes. For a page with `zEMessenger.autorender: false`. */
  render: (options: RenderOptions, done?: (error: CallError | null) => void) => void;
};

/** `zE('messenger:ui', name, …)`. */
export type UiCommands = {
  /** Creates a conversation and shows it. */
  newConversation: (options?: NewConversation) => void;
  /** Opens the window at the list, at a conversation, or at the newest active one. */
  navigation: (screen: Screen) => void;
};

/** `zE('messenger:open', name, …)`. */
export type OpenCommands = {
  /** Opens the card of a voice call, where the account takes calls. */
  voice: (digitalLine?: string) => void;
};

/** `zE('messenger:get', name, …)`. */
export type GetCommands = {
  /** Gives a copy of the configuration that the messenger runs with. */
  config: (give: (config: { messenger: Record<string, unknown> }) => void) => void;
};

/** `zE('messenger:set', name, value)`. */
export type Settings = {
  /** A BCP 47 language tag. */
  locale: (tag: string) => void;
  /** 999999 unless set. */
  zIndex: (zIndex: number) => void;
  /** What may be stored: `all`, `functional` (identity and drafts) or `none`; `true` and `false` are deprecated. */
  cookies: (level: 'all' | 'functional' | 'none' | boolean) => void;
  /** Changes the look at once, for this page load: see docs/look.md. */
  customization: (look: Customization) => void;
  /** Changes each message before it is shown; `null` hides it. */
  beforeMessageDisplay: (change: (message: Message, data: InConversation) => Message | null) => void;
  /** Changes each text before it is sent. */
  beforeMessageSent: (
    change: (message: TextMessage, data: { conversation: { id?: string } }) => TextMessage,
  ) => void;
  /** Extra: words by their key in `locales/en-us.json`. */
  labels: (labels: Record<string, string>) => void;
  /** Fields of the conversation on screen, and of each that starts later; see 'Fields and tags'. */
  conversationFields: (
    fields: readonly { id: string | number; value: string | number | boolean | readonly string[] }[],
    done?: (error: CallError | null) => void,
  ) => void;
  /** Tags of the conversation on screen, and of each that starts later; a later call replaces them. */
  conversationTags: (tags: readonly string[], done?: (error: CallError | null) => void) => void;
  /** Extra: metadata of the conversation on screen, and of each that starts later, merged by name. */
  conversationMetadata: (metadata: Record<string, unknown>, done?: (error: CallError | null) => void) => void;
  /** Extra: properties of the visitor, merged by name. */
  userMetadata: (properties: Record<string, unknown>, done?: (error: CallError | null) => void) => void;
  /** Who is shown as typing in place of the agent; `null` ends that. */
  typingIndicator: (who: { name: string; avatarUrl: string } | null) => void;
  /** Whether the visitor has the emoji picker. */
  emojiPicker: (shown: boolean) => void;
  /** Whether several files may be sent at once. If not, the first is sent, and each other one on a press. */
  multipleAttachments: (several: boolean) => void;
  /** Accepted but has no effect: Porch never opens a window of its own. */
  disablePopout: (disabled: boolean) => void;
};

/** `zE('messenger:on', name, listener)`, which returns a function that unsubscribes. */
export type Events = {
  /** The window opened. */
  open: On<Told>;
  /** The window closed. */
  close: On<Told>;
  /** The number of unread messages changed. */
  unreadMessages: On<number>;
  /** A conversation was created here. */
  conversationStarted: On<Told<InConversation>>;
  /** A conversation is on screen; a new listener hears of the one that is there. */
  conversationOpened: On<Told<InConversation>>;
  /** Messages are on screen, each told once. */
  messagesShown: On<Told<InConversation & { messages: Message[] }>>;
  /** An agent's message arrived. */
  messageReceived: On<Told<InConversation & { message: { id: string; type: string; text?: string } }>>;
  /** The visitor pressed 'New conversation'. */
  newConversationButtonClicked: On<Told<{ source: 'conversationList' }>>;
  /** The visitor pressed a postback button; `actionName` is its text. */
  postbackButtonClicked: On<Told<InConversation & { actionName: string }>>;
  /** An extension page's card opened. */
  conversationExtensionOpened: On<Told<InConversation & { url: string }>>;
  /** An extension page has loaded. */
  conversationExtensionDisplayed: On<Told<InConversation & { url: string }>>;
  /** The visitor waits for an agent. */
  conversationWithAgentRequested: On<Told<InConversation>>;
  /** An agent was assigned. */
  conversationAgentAssigned: On<Told<InConversation>>;
  /** A different agent has taken over. */
  conversationServedByAgent: On<
    Told<InConversation & { agent: { id?: string; displayName?: string; avatarUrl?: string } }>
  >;
  /** Extra: the messenger has loaded, after a visitor's click or a call; calls take effect at once. Fires once. */
  ready: On<Told<Record<string, never>>>;
  /** Extra: something failed; `message` is what the console has. */
  error: On<Told<{ message: string }>>;
  /** Extra: the state of connection and conversation, and how many messages are unsent; now and at each change. */
  health: On<
    Told<{
      connection: 'connected' | 'disconnected' | 'reconnecting';
      /** What led to it, such as 'down' or 'offline'. */
      connectionState: string;
      conversation: 'none' | 'starting' | 'started' | 'failed';
      unsent: number;
    }>
  >;
  /** The message of a campaign is on screen. Both ids are the campaign's. Also fires before the messenger has loaded. */
  proactiveMessageDisplayed: On<Told<{ campaignId: string; proactiveMessageId: string }>>;
  /** The visitor pressed the message of a campaign. */
  proactiveMessageClicked: On<Told<{ campaignId: string; proactiveMessageId: string }>>;
  /** Not yet: the visitor opened an article. */
  articleClicked: On<Told<unknown>>;
  /** Not yet: the visitor opened an article in a browser tab. */
  articleBrowserClicked: On<Told<unknown>>;
};

/** Every call by its namespace. */
export type Calls = {
  messenger: Commands;
  'messenger:ui': UiCommands;
  'messenger:open': OpenCommands;
  'messenger:get': GetCommands;
  'messenger:set': Settings;
  'messenger:on': Events;
};

type Call<F> = F extends (...args: infer Args) => infer Result ? { args: Args; result: Result } : never;

/** The one function of the page. Before the messenger is there, calls wait and are made in order. */
export type ZE = <N extends keyof Calls, M extends keyof Calls[N]>(
  namespace: N,
  method: M,
  ...args: Call<Calls[N][M]>['args']
) => Call<Calls[N][M]>['result'];
