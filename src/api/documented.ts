/**
 * What the documentation of `zE('messenger', …)` names and Porch does not do yet: a page that calls it goes on, and is told.
 * By namespace.
 */
const NOT_YET: Record<string, readonly string[]> = {
  messenger: ['render', 'newConversation', 'sendMessage', 'fetchConversations'],
  'messenger:ui': ['newConversation', 'navigation'],
  'messenger:open': ['voice'],
  'messenger:get': ['config'],
  'messenger:set': ['conversationFields', 'conversationTags', 'beforeMessageDisplay', 'beforeMessageSent'],
  'messenger:on': [
    'articleBrowserClicked',
    'articleClicked',
    'conversationAgentAssigned',
    'conversationExtensionDisplayed',
    'conversationExtensionOpened',
    'conversationOpened',
    'conversationServedByAgent',
    'conversationStarted',
    'conversationWithAgentRequested',
    'messageReceived',
    'messagesShown',
    'newConversationButtonClicked',
    'postbackButtonClicked',
    'proactiveMessageClicked',
    'proactiveMessageDisplayed',
  ],
};

/** What a callback is told of a call that does nothing yet. */
export type NotYetError = { type: string; reason: 'notSupported'; message: string };

/** All that is documented and does nothing yet, as `{a}.{b}`. */
export const notYet: readonly string[] = Object.entries(NOT_YET).flatMap(([namespace, verbs]) =>
  verbs.map((verb) => `${namespace}.${verb}`),
);

/**
 * Says that a documented call does nothing yet: in the log, and to its callback where the documentation gives it an error.
 * @param callback makes one of the page safe to call
 * @returns what the page gets: of a subscription the function that gives it up, which has nothing to do
 */
export const sayNotYet = (
  method: string,
  args: readonly unknown[],
  say: (message: string) => void,
  callback: (name: string, done: unknown) => ((error: NotYetError) => void) | undefined,
): unknown => {
  const message = `${method} is not supported yet and does nothing.`;
  say(message);
  const verb = method.slice(10);
  const last = args.at(-1);
  // The documented callbacks that take an error are those of the namespace itself, and come last.
  if (method.startsWith('messenger.') && typeof last === 'function') {
    const type = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}FailedError`;
    callback(verb, last)?.({ type, reason: 'notSupported', message });
  }
  return method.startsWith('messenger:on.') ? () => {} : undefined;
};
