import type { EventEnvelope, InConversation, Message } from './values.js';

type Off = () => void;
type On<Data> = (listener: (data: Data) => void) => Off;

/** `zE('messenger:on', name, listener)`, which returns a function that unsubscribes. */
export type Events = {
  /** The window opened. */
  open: On<EventEnvelope>;
  /** The window closed. */
  close: On<EventEnvelope>;
  /** The number of unread messages changed. */
  unreadMessages: On<number>;
  /**
   * A conversation was created here.
   * @loads events/moreEvents
   */
  conversationStarted: On<EventEnvelope<InConversation>>;
  /**
   * A conversation is on screen. Also fires for a new listener, with the current conversation.
   * @loads events/moreEvents
   */
  conversationOpened: On<EventEnvelope<InConversation>>;
  /**
   * Messages are on screen. Each message is reported once.
   * @loads events/moreEvents
   */
  messagesShown: On<EventEnvelope<InConversation & { messages: Message[] }>>;
  /**
   * An agent's message arrived.
   * @loads events/moreEvents
   */
  messageReceived: On<
    EventEnvelope<InConversation & { message: { id: string; type: string; text?: string } }>
  >;
  /**
   * The visitor clicked 'New conversation'.
   * @loads events/moreEvents
   */
  newConversationButtonClicked: On<EventEnvelope<{ source: 'conversationList' }>>;
  /**
   * The visitor clicked a postback button; `actionName` is its text.
   * @loads events/moreEvents
   */
  postbackButtonClicked: On<EventEnvelope<InConversation & { actionName: string }>>;
  /**
   * An extension page's card opened.
   * @loads events/moreEvents
   */
  conversationExtensionOpened: On<EventEnvelope<InConversation & { url: string }>>;
  /**
   * An extension page has loaded.
   * @loads events/moreEvents
   */
  conversationExtensionDisplayed: On<EventEnvelope<InConversation & { url: string }>>;
  /**
   * The visitor is waiting for an agent.
   * @loads events/moreEvents
   */
  conversationWithAgentRequested: On<EventEnvelope<InConversation>>;
  /**
   * An agent was assigned.
   * @loads events/moreEvents
   */
  conversationAgentAssigned: On<EventEnvelope<InConversation>>;
  /**
   * A different agent has taken over.
   * @loads events/moreEvents
   */
  conversationServedByAgent: On<
    EventEnvelope<InConversation & { agent: { id?: string; displayName?: string; avatarUrl?: string } }>
  >;
  /**
   * Extra: the messenger has loaded, after a visitor's click or a call; calls take effect at once. Fires once.
   * @loads events/moreEvents
   */
  ready: On<EventEnvelope<Record<string, never>>>;
  /**
   * Extra: something failed; `message` is the text in the console.
   * @loads events/moreEvents
   */
  error: On<EventEnvelope<{ message: string }>>;
  /**
   * Extra: the state of the connection and the conversation, and the number of unsent messages. Fires at once and on each change.
   * @loads events/moreEvents
   */
  health: On<
    EventEnvelope<{
      connection: 'connected' | 'disconnected' | 'reconnecting';
      /** What led to it, such as 'down' or 'offline'. */
      connectionState: string;
      conversation: 'none' | 'starting' | 'started' | 'failed';
      unsent: number;
    }>
  >;
  /**
   * A campaign's message is on screen. Both ids are the campaign's. Also fires before the messenger has loaded.
   * @loads events/moreEvents
   */
  proactiveMessageDisplayed: On<EventEnvelope<{ campaignId: string; proactiveMessageId: string }>>;
  /**
   * The visitor clicked a campaign's message.
   * @loads events/moreEvents
   */
  proactiveMessageClicked: On<EventEnvelope<{ campaignId: string; proactiveMessageId: string }>>;
  /**
   * Not yet: the visitor opened an article.
   * @loads events/notYet
   */
  articleClicked: On<EventEnvelope<unknown>>;
  /**
   * Not yet: the visitor opened an article in a browser tab.
   * @loads events/notYet
   */
  articleBrowserClicked: On<EventEnvelope<unknown>>;
};
