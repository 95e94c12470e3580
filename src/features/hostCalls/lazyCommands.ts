import type { Commands } from '../../conversation/featureRow';
import type { ApiCall } from './actions';
import type { CallDeps } from './callDeps';
import type { LazyRunner } from './runLazy';

/** The commands that few pages make, by namespace. `runLazy.ts` has the file of each. */
const LAZY_COMMANDS: Record<string, string> = {
  messenger:
    'newConversation sendMessage fetchConversations updateConversation destroy render resume prefill pageview debug ' +
    'updateUser forceProactiveMessage',
  'messenger:ui': 'newConversation navigation',
  'messenger:open': 'voice',
  'messenger:get': 'config',
  'messenger:set':
    'beforeMessageDisplay beforeMessageSent labels conversationFields conversationTags conversationMetadata ' +
    'userMetadata typingIndicator emojiPicker multipleAttachments disablePopout',
  'messenger:on':
    'conversationStarted conversationOpened conversationWithAgentRequested conversationAgentAssigned ' +
    'conversationServedByAgent conversationExtensionOpened conversationExtensionDisplayed ' +
    'newConversationButtonClicked postbackButtonClicked messagesShown messageReceived ' +
    'proactiveMessageDisplayed proactiveMessageClicked articleClicked articleBrowserClicked ready error health',
};

export const LAZY_NAMES = Object.entries(LAZY_COMMANDS).flatMap(([namespace, names]) =>
  names.split(' ').map((name) => `${namespace}.${name}`),
);

/**
 * These commands, each of which loads what runs it. Calls run in the order in which the page made them.
 * @param notLoaded is told why the file that runs them could not be loaded
 */
export const createLazyCommands = (deps: CallDeps, notLoaded: (cause: unknown) => void) => {
  let runner: LazyRunner | undefined;
  const load = (use: (loaded: LazyRunner) => unknown) =>
    import('./runLazy')
      .then((file) => {
        runner ??= file.createLazyRunner(deps);
        return use(runner);
      })
      .catch(notLoaded);
  const late: LazyRunner['run'] = (...args) => {
    let over = false;
    let undo: unknown;
    load(({ run }) => {
      if (!over) undo = run(...args);
    });
    // A subscription may be given up before it is made.
    return () => {
      over = true;
      (undo as undefined | (() => void))?.();
    };
  };
  return {
    commands: Object.fromEntries(
      LAZY_NAMES.map((name) => [
        name,
        (call: ApiCall, ...args: unknown[]) => (runner ? runner.run : late)(name, call, args),
      ]),
    ) as Commands<ApiCall>,
    /** Loads the files of calls that are about to be made, so that they take effect at once. */
    async prepare(calls: readonly { method: string }[] = []): Promise<void> {
      const names = LAZY_NAMES.filter((name) => calls.some(({ method }) => method === name));
      if (names[0]) await load(({ prepare }) => prepare(names));
    },
  };
};
