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

export type PageEvents = {
  /** Passes an event on to the page's API, which sets this when the page listens. */
  hear?: <K extends keyof PageEventMap>(event: K, payload: PageEventMap[K]) => void;
  /** Passes a channel's event on to the feature that links channels, which sets this when it has loaded. */
  link?: (event: LinkEvent) => void;
};
