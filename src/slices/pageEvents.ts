import { createTopic, type Topic } from '../platform/topic';

/** What a listener gets. `createdAt` is in milliseconds. */
type EventEnvelope = { id: string; createdAt: number; type: string };

type InConversation = { conversation: { id: string } };

/** The events that the messenger publishes to the page's listeners, each with what a listener gets or its payload. */
export type PageEventMap = {
  open: EventEnvelope;
  close: EventEnvelope;
  unreadMessages: number;
  conversationStarted: InConversation;
  messageReceived: InConversation & { message: { id: string; type: string; text?: string } };
  newConversationButtonClicked: { source: 'conversationList' };
  postbackButtonClicked: InConversation & { actionName: string };
  conversationExtensionOpened: { url: string };
  conversationExtensionDisplayed: { url: string };
  error: { message: string };
};

type PageEvent = {
  [Name in keyof PageEventMap]: [event: Name, payload: PageEventMap[Name]];
}[keyof PageEventMap];

export type PageEvents = Topic<PageEvent>;

/** Without a listener, an event is lost. */
export const createPageEvents = (): PageEvents => createTopic();
