import type { Needs } from '../../../conversation/featureDeps';
import type { PageEventMap } from '../../../slices/pageEvents';
import type { CreateCommands } from '../command';
import { published, subscriptions, type Watch } from './subscribe';
import { WATCHES, type WatchedEvents, type WatchNeeds } from './watchEvents';

export type EventNeeds = WatchNeeds &
  Needs<'clock' | 'createId' | 'onDispose', 'pageEvents' | 'conversations'>;

type On = Watch<EventNeeds>;

/** The live connection and the history sync may both bring a message. */
const messageReceived: On = (context, tell) => {
  const received = new Set<string>();
  return published('messageReceived')(context, (payload) => {
    const { id } = (payload as PageEventMap['messageReceived']).message;
    if (received.size !== received.add(id).size) tell(payload);
  });
};

/** An event about an extension page, which is always of the conversation on screen. */
const ofExtension =
  (event: 'conversationExtensionOpened' | 'conversationExtensionDisplayed'): On =>
  (context, tell) =>
    published(event)(context, (payload) => {
      const id = context.deps.slices.conversations.active.value?._id;
      tell({ conversation: { id }, ...(payload as object) });
    });

/** An event that is read from the state. */
const watched =
  (event: keyof WatchedEvents): On =>
  ({ deps }, tell) => {
    const stop = WATCHES[event](deps, tell);
    deps.onDispose(stop);
    return stop;
  };

/** Fires once: from then on, calls take effect at once. */
const ready: On = (_, tell) => {
  let cancelled = false;
  queueMicrotask(() => cancelled || tell({}));
  return () => {
    cancelled = true;
  };
};

/**
 * Published by features/campaigns, even before the messenger: it reads the subscriptions in effect from the handover.
 */
const byCampaigns: On = () => () => {};

/** The events with a payload. */
const EVENTS: Readonly<Record<string, On>> = {
  conversationStarted: published('conversationStarted'),
  messageReceived,
  newConversationButtonClicked: published('newConversationButtonClicked'),
  postbackButtonClicked: published('postbackButtonClicked'),
  conversationExtensionOpened: ofExtension('conversationExtensionOpened'),
  conversationExtensionDisplayed: ofExtension('conversationExtensionDisplayed'),
  error: published('error'),
  ...Object.fromEntries(
    (Object.keys(WATCHES) as (keyof WatchedEvents)[]).map((event) => [event, watched(event)]),
  ),
  ready,
  proactiveMessageDisplayed: byCampaigns,
  proactiveMessageClicked: byCampaigns,
};

/** Puts the payload into an envelope. */
const inEnvelope =
  (type: string, on: On): On =>
  (context, tell) =>
    on(context, (payload) => {
      const { createId, clock } = context.deps;
      tell({ id: createId(), createdAt: clock.now(), type, payload });
    });

/** The subscriptions to events with a payload. */
export const createCommands: CreateCommands<EventNeeds> = (context) =>
  subscriptions(
    context,
    Object.fromEntries(Object.entries(EVENTS).map(([event, on]) => [event, inEnvelope(event, on)])),
  );
