import { createTopic, type Topic } from '../platform/topic';
import type { LinkEvent } from '../wire/realtime';

type InConversation = { conversation: { id: string } };

/** What happens in a conversation, for the page's listeners: each event and its payload. */
export type PageEventMap = {
  conversationStarted: InConversation;
  messageReceived: InConversation & { message: { id: string; type: string; text?: string } };
  newConversationButtonClicked: { source: 'conversationList' };
  postbackButtonClicked: InConversation & { actionName: string };
  conversationExtensionOpened: { url: string };
  conversationExtensionDisplayed: { url: string };
  error: { message: string };
};

/** The events of the page, and those of a channel, which are for the feature that links channels. */
type EventMap = PageEventMap & { channel: LinkEvent };

/** One event with its payload. */
export type PageEvent = { [Name in keyof EventMap]: [event: Name, payload: EventMap[Name]] }[keyof EventMap];

export type PageEvents = Topic<PageEvent>;

/** Who listens adds a listener; without one, an event is lost. */
export const createPageEvents = (): PageEvents => createTopic();
