import { createTopic, type Topic } from '../platform/topic';
import type { LinkEvent } from '../wire/realtime';

type InConversation = { conversation: { id: string } };

/** The events of a conversation for the page's listeners, each with its payload. */
export type PageEventMap = {
  conversationStarted: InConversation;
  messageReceived: InConversation & { message: { id: string; type: string; text?: string } };
  newConversationButtonClicked: { source: 'conversationList' };
  postbackButtonClicked: InConversation & { actionName: string };
  conversationExtensionOpened: { url: string };
  conversationExtensionDisplayed: { url: string };
  error: { message: string };
};

/** The page's events, and a channel's events, which are for the feature that links channels. */
type EventMap = PageEventMap & { channel: LinkEvent };

export type PageEvent = { [Name in keyof EventMap]: [event: Name, payload: EventMap[Name]] }[keyof EventMap];

export type PageEvents = Topic<PageEvent>;

/** Without a listener, an event is lost. */
export const createPageEvents = (): PageEvents => createTopic();
