/**
 * Documented calls of `zE('messenger', …)` that Porch does not implement yet, by namespace. They are reported
 * and do nothing, so that a page that makes them keeps working.
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

/** The error that the callback of an unimplemented call receives. */
export type NotYetError = { type: string; reason: 'notSupported'; message: string };

/** The documented calls that are not implemented yet, as `{a}.{b}`. */
export const notYet: readonly string[] = Object.entries(NOT_YET).flatMap(([namespace, verbs]) =>
  verbs.map((verb) => `${namespace}.${verb}`),
);

/**
 * Reports that a documented call does nothing yet: in the log, and to its callback if that takes an error.
 * @param callback makes a callback of the page safe to call
 * @returns the result for the page: for a subscription an unsubscribe function that does nothing
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
  // Only the methods of the namespace `messenger` document a callback with an error; it is the last argument.
  if (method.startsWith('messenger.') && typeof last === 'function') {
    const type = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}FailedError`;
    callback(verb, last)?.({ type, reason: 'notSupported', message });
  }
  return method.startsWith('messenger:on.') ? () => {} : undefined;
};
