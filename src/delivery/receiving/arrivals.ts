import { between } from '../../model/retries/core';
import { createLazy, type Lazy } from '../../platform/lazy';
import type { Page } from '../../platform/page';
import { createTimers } from '../../platform/timer';
import type { PageEvents } from '../../slices/pageEvents';
import type { WireMessage } from '../../wire/message';
import { type AnnounceDeps, createAnnounce } from './announce';
import { loadAttention } from './arrivalFeatures';
import type { AttentionDeps } from './attentionDeps';
import { type DeliveryReportDeps, markDelivered } from './markDelivered';

/** Delivery is reported at most once per conversation in this time, however many messages arrive. */
const TELL_MS = 1000;

/** How long a message missed offline counts as new, in seconds. */
const RECENT_S = 180;

/** Attention needs a page, so this part exists only in the messenger. */
type MayAttend = { host?: undefined } | AttentionDeps;

export type ArrivalDeps = AnnounceDeps &
  DeliveryReportDeps &
  MayAttend & {
    messages: AttentionDeps['messages'];
    page: Pick<Page, 'visible'>;
    pageEvents: Pick<PageEvents, 'emit'>;
  };

type Attention = ReturnType<Awaited<ReturnType<typeof loadAttention>>['createAttention']>;

/** Handles what agents write. */
export type Arrivals = {
  /** Announces a new message, reports it to the page, draws attention to it and reports its delivery. */
  take(message: WireMessage, conversationId: string): void;
  /** Announces a message that arrived while it grew. */
  announce(message: WireMessage, conversationId: string): void;
  /**
   * Handles the messages of a history sync. Recent ones that the visitor missed are announced as if they came now.
   * @param since `received` up to which the visitor has read, in float seconds
   * @param heldTo `received` up to which they were held before; 0 for a page's first sync, which brings old messages
   */
  takeSynced(
    conversationId: string,
    fetched: readonly WireMessage[],
    since: number,
    heldTo: number,
  ): Promise<void>;
  /** Loads what draws attention; undefined if there is no page to draw it on. */
  attention?: Lazy<Attention>;
};

/** Reports an agent's new messages to the page. It may report one twice. */
const tellPage = ({ pageEvents }: ArrivalDeps, id: string, arrived: readonly WireMessage[]): void => {
  for (const { _id, role, type, text } of arrived)
    if (role === 'appMaker')
      pageEvents.emit('messageReceived', { conversation: { id }, message: { id: _id, type, text } });
};

/** Reports deliveries, each conversation's at most once in a while. */
const createReports = (deps: ArrivalDeps) => {
  const rests = createTimers(deps.clock);
  /** The recently reported conversations, each with the newest message not yet reported. */
  const resting = new Map<string, WireMessage | undefined>();
  const report = (message: WireMessage, conversationId: string) => {
    rest(conversationId, TELL_MS);
    void markDelivered(deps, conversationId, [message]);
  };
  const rest = (conversationId: string, ms: number, message?: WireMessage) => {
    resting.set(conversationId, message);
    const { appUserId } = deps.author();
    rests.set(conversationId, ms, () => {
      const newest = resting.get(conversationId);
      resting.delete(conversationId);
      // Never report in the name of another visitor.
      if (newest && deps.author().appUserId === appUserId) report(newest, conversationId);
    });
  };
  return (message: WireMessage, conversationId: string): void => {
    if (resting.has(conversationId)) {
      const { received = message.received } = resting.get(conversationId) ?? {};
      if (received <= message.received) resting.set(conversationId, message);
    } else if (deps.page.visible()) report(message, conversationId);
    // A hidden page waits longer, so that a visible tab reports first.
    else rest(conversationId, between(TELL_MS, 3 * TELL_MS), message);
  };
};

/** A lazy chunk, which loads with an agent's first message. */
export const createArrivals = (deps: ArrivalDeps): Arrivals => {
  const announce = createAnnounce(deps);
  const reportDelivery = createReports(deps);
  const attention = deps.host && createLazy(async () => (await loadAttention()).createAttention(deps));
  /** The message as the log shows it: the page may change or hide it. */
  const shownOf = (message: WireMessage, conversationId: string) =>
    deps.messages.shown(conversationId).find(({ _id }) => _id === message._id);
  const announceShown = (message: WireMessage, conversationId: string): void => {
    const shown = shownOf(message, conversationId);
    if (shown) announce(shown);
  };
  /** A growing answer is announced when it stops growing. */
  const announceWhole: typeof announceShown = (message, conversationId) => {
    if (!message.raw.growing) announceShown(message, conversationId);
  };
  const attend = (message: WireMessage, conversationId: string): void => {
    const shown = shownOf(message, conversationId);
    if (shown?.role !== 'appMaker') return;
    attention?.().then(
      (drawn) => drawn.take(shown, conversationId),
      // Without its file, the unread badge still shows the message.
      () => {},
    );
  };
  return {
    attention,
    announce: announceShown,
    take(message, conversationId) {
      tellPage(deps, conversationId, [message]);
      announceWhole(message, conversationId);
      attend(message, conversationId);
      reportDelivery(message, conversationId);
    },
    takeSynced(conversationId, fetched, since, heldTo) {
      const arrived = heldTo ? fetched.filter((m) => m.received > heldTo) : [];
      tellPage(deps, conversationId, arrived);
      const after = Math.max(since, deps.clock.now() / 1000 - RECENT_S);
      const missed = arrived.filter((m) => m.role === 'appMaker' && m.received > after);
      for (const message of missed) announceWhole(message, conversationId);
      const newest = missed.at(-1);
      if (newest) attend(newest, conversationId);
      return markDelivered(deps, conversationId, fetched, since);
    },
  };
};
