import type { Needs } from '../../../conversation/featureDeps';
import type { PageEventMap } from '../../../slices/pageEvents';
import type { CreateCommands } from '../command';
import { WATCHES, type WatchedEvents, type WatchNeeds } from './watchEvents';

export type EventNeeds = WatchNeeds &
  Needs<'clock' | 'createId' | 'report' | 'onDispose', 'pageEvents' | 'conversations'>;

/** The argument of a page's listener. `createdAt` is in milliseconds. */
export type PayloadEnvelope<P> = { id: string; createdAt: number; type: string; payload: P };

type Proactive = { campaignId: string; proactiveMessageId: string };

type Payloads = PageEventMap &
  WatchedEvents & {
    ready: Record<string, never>;
    proactiveMessageDisplayed: Proactive;
    proactiveMessageClicked: Proactive;
  };

type Listener = (data: PayloadEnvelope<unknown>) => void;

/** Makes a listener of the page safe to call with a payload. */
const teller = (deps: EventNeeds, event: keyof Payloads, listener: Listener) => (payload: unknown) => {
  try {
    listener({ id: deps.createId(), createdAt: deps.clock.now(), type: event, payload });
  } catch (cause) {
    // Do not report an error to the listener that threw it.
    if (event === 'error') console.error(`Porch: A listener of '${event}' failed`, cause);
    else deps.report(`A listener of '${event}' failed`, cause);
  }
};

type On = (deps: EventNeeds, emit: (payload: never) => void) => () => void;

/** An event that the messenger publishes. */
const told =
  (event: keyof PageEventMap): On =>
  ({ slices }, emit) => {
    const received = new Set<string>();
    return slices.pageEvents.on((happened, payload) => {
      if (happened !== event) return;
      const { id } = (payload as Partial<PageEventMap['messageReceived']>).message ?? {};
      // The live connection and the history sync may both bring a message.
      if (event !== 'messageReceived' || !id || received.size !== received.add(id).size)
        emit(payload as never);
    });
  };

/** An event about an extension page, which is always of the conversation on screen. */
const ofExtension =
  (event: 'conversationExtensionOpened' | 'conversationExtensionDisplayed'): On =>
  (deps, emit) =>
    told(event)(deps, (payload: object) => {
      const id = deps.slices.conversations.active.value?._id;
      (emit as (payload: unknown) => void)({ conversation: { id }, ...payload });
    });

/** An event that is read from the state. */
const watched =
  <K extends keyof WatchedEvents>(event: K): On =>
  (deps, emit) => {
    const stop = WATCHES[event](deps, emit as (payload: WatchedEvents[K]) => void);
    deps.onDispose(stop);
    return stop;
  };

const WATCHED = Object.fromEntries(
  (Object.keys(WATCHES) as (keyof WatchedEvents)[]).map((event) => [event, watched(event)]),
) as Record<keyof WatchedEvents, On>;

/** Fires once: from then on, calls take effect at once. */
const ready: On = (_, emit) => {
  let cancelled = false;
  queueMicrotask(() => cancelled || emit({} as never));
  return () => {
    cancelled = true;
  };
};

/**
 * Published by features/campaigns, even before the messenger: it reads the subscriptions in effect from the handover.
 */
const toldByCampaigns: On = () => () => {};

const EVENTS: Record<keyof Payloads, On> = {
  conversationStarted: told('conversationStarted'),
  messageReceived: told('messageReceived'),
  newConversationButtonClicked: told('newConversationButtonClicked'),
  postbackButtonClicked: told('postbackButtonClicked'),
  conversationExtensionOpened: ofExtension('conversationExtensionOpened'),
  conversationExtensionDisplayed: ofExtension('conversationExtensionDisplayed'),
  error: told('error'),
  ...WATCHED,
  ready,
  proactiveMessageDisplayed: toldByCampaigns,
  proactiveMessageClicked: toldByCampaigns,
};

/** The subscriptions to events with a payload. */
export const createCommands: CreateCommands<EventNeeds> = ({ deps, misuse }) => {
  const subscribe = (event: keyof Payloads, listener: unknown) => {
    if (typeof listener === 'function') return EVENTS[event](deps, teller(deps, event, listener as Listener));
    misuse(`messenger:on ${event} needs a function.`);
    return () => {};
  };
  return Object.fromEntries(
    (Object.keys(EVENTS) as (keyof Payloads)[]).map((event) => [
      `messenger:on.${event}`,
      (listener: unknown) => subscribe(event, listener),
    ]),
  );
};
