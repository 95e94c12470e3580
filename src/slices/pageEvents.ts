import type { WireMessage } from '../wire/message';

type InConversation = { conversation: { id: string } };

/** What happened to a conversation, for the page's listeners: each event and its payload. */
export type PageEvents = {
  conversationStarted: InConversation;
  messageReceived: InConversation & { message: { id: string; type: string; text?: string } };
  newConversationButtonClicked: { source: 'conversationList' };
  postbackButtonClicked: InConversation & { actionName: string };
  conversationExtensionOpened: { url: string };
  conversationExtensionDisplayed: { url: string };
  error: { message: string };
};

type Listener = <K extends keyof PageEvents>(event: K, payload: PageEvents[K]) => void;

export type PageEventsSlice = ReturnType<typeof createPageEvents>;

/** Passes what happens on to the page's API, where it listens. */
export const createPageEvents = () => {
  const listeners = new Set<Listener>();
  const tell: Listener = (event, payload) => {
    for (const hear of [...listeners]) hear(event, payload);
  };
  return {
    tell,
    /** Tells of an agent's new messages. A message may be told twice. */
    received(id: string, arrived: readonly WireMessage[]) {
      for (const { _id, role, type, text } of arrived)
        if (role === 'appMaker')
          tell('messageReceived', { conversation: { id }, message: { id: _id, type, text } });
    },
    /** @returns a function that unsubscribes */
    listen(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
