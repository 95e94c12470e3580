import type { LazyCommand } from './lazyCommand';

/** Tells the page's developers the state of the messenger, with nothing that is personal. */
const debug: LazyCommand = ({ deps, misuse, callback }, done) => {
  if (done !== undefined && typeof done !== 'function') return misuse('debug needs a function, or nothing.');
  const { slices, delivery, handover } = deps;
  const { router, launcher, consent, connection, user, conversations, messages, locale } = slices;
  const logs = ['', ...conversations.all.value.map((c) => c._id)].flatMap((id) => messages.of(id).value);
  const state = {
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
    calls: handover.calls.map(({ method }) => method),
  };
  if (done) callback('debug', done)?.(state);
  else console.info('Porch:', state);
};

export const DEBUG: Record<string, LazyCommand> = { 'messenger.debug': debug };
