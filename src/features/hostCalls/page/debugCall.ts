import type { Needs } from '../../../conversation/featureDeps';
import type { Handover } from '../../../loader/handover';
import type { CreateCommands } from '../command';

export type DebugNeeds = Needs<
  'page' | 'storages',
  | 'router'
  | 'launcher'
  | 'consent'
  | 'connection'
  | 'user'
  | 'conversations'
  | 'messages'
  | 'locale'
  | 'settings',
  'client'
> & { handover: Pick<Handover, 'build' | 'calls'> };

/** The state of the messenger, without personal data. */
const stateOf = (deps: DebugNeeds) => {
  const { slices, delivery, handover } = deps;
  const { router, launcher, consent, connection, user, conversations, messages, locale } = slices;
  const logs = ['', ...conversations.all.value.map((c) => c._id)].flatMap((id) => messages.of(id).value);
  return {
    version: delivery.client().info.sdkVersion,
    build: handover.build,
    page: deps.page.url(),
    locale: locale.words.value?.locale,
    cookies: consent.level.value,
    open: router.widgetOpen.value,
    hidden: launcher.hidden.value,
    connection: connection.status.value,
    connectionState: connection.state.value,
    conversation: user.initializedStatus.value,
    visitor: user.appUserId.value ? 'known' : 'none',
    visitorCreation: user.userCreationStatus.value,
    startedInAnotherTab: user.conversationStartedFromAnotherTab.value,
    startedAt:
      Number(deps.storages.lasting.get(`${slices.settings.integrationId}.conversationStartedAt`)) ||
      undefined,
    cards: router.cards.value,
    minimized: router.minimized.value,
    queue: conversations.active.value?.queue,
    messages: logs.length,
    unsent: logs.filter((message) => message.isOptimistic).length,
    calls: [...handover.calls].map(({ method }) => method),
  };
};

export const createCommands: CreateCommands<DebugNeeds> = ({ deps, misuse, callback }) => ({
  'messenger.debug': (give) => {
    if (give !== undefined && typeof give !== 'function')
      return misuse('debug needs a function or no argument.');
    const state = stateOf(deps);
    if (give) callback('debug', give)?.(state);
    else console.info('Porch:', state);
  },
});
