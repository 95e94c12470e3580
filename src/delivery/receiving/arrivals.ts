import { between } from '../../model/retries/core';
import type { Clock } from '../../platform/clock';
import type { Page } from '../../platform/page';
import type { Messages } from '../../slices/messages';
import type { PageEvents } from '../../slices/pageEvents';
import type { WireMessage } from '../../wire/message';
import { type AnnouncerDeps, announce } from './announce';
import { attend } from './attend';
import { type DeliveryDeps, markDelivered } from './markDelivered';

export { attentionOf } from './attend';

/** Delivery is reported at most once per conversation in this time, however many messages arrive. */
const TELL_MS = 1000;

/** A message that came while nothing was heard from the service is new for this long, in seconds. */
const RECENT_S = 180;

type TellDeps = { pageEvents: PageEvents };

/** What a history sync needs to handle new messages. */
export type SyncDeps = AnnouncerDeps &
  DeliveryDeps &
  TellDeps & {
    clock: Clock;
    messages: Pick<Messages, 'shown'>;
    /** What needs a page to draw attention on is there in the messenger alone. */
    host?: Window;
  };

export type ArrivalDeps = SyncDeps & { page: Pick<Page, 'visible'> };

/** Tells the page of an agent's new messages. It may be told twice of one. */
const tellPage = ({ pageEvents }: TellDeps, id: string, arrived: readonly WireMessage[]): void => {
  for (const { _id, role, type, text } of arrived)
    if (role === 'appMaker')
      pageEvents.hear?.('messageReceived', { conversation: { id }, message: { id: _id, type, text } });
};

/**
 * Reads a message out as the log shows it: the page may change or hide it.
 * @returns cancels a waiting announcement
 */
const announceShown = (deps: SyncDeps, message: WireMessage, conversationId: string): (() => void) => {
  const shown = deps.messages.shown(conversationId).find(({ _id }) => _id === message._id);
  return shown ? announce(deps, shown) : () => {};
};

/**
 * Handles the messages of a history sync. Recent ones that the visitor missed are announced as if they came now.
 * @param since `received` up to which the visitor has read, in float seconds
 * @param heldTo `received` up to which they were held before; 0 for a page's first sync, which brings old messages
 */
export const takeSynced = (
  deps: SyncDeps,
  conversationId: string,
  fetched: readonly WireMessage[],
  since: number,
  heldTo: number,
): Promise<void> => {
  const arrived = heldTo ? fetched.filter((m) => m.received > heldTo) : [];
  tellPage(deps, conversationId, arrived);
  const after = Math.max(since, deps.clock.now() / 1000 - RECENT_S);
  const missed = arrived.filter((m) => m.role === 'appMaker' && m.received > after);
  for (const message of missed) announceShown(deps, message, conversationId);
  const newest = missed[missed.length - 1];
  if (newest) attend(deps, newest, conversationId);
  return markDelivered(deps, conversationId, fetched, since);
};

/**
 * Announces an agent's new message and reports its delivery. This code is loaded with the first such message.
 */
export const createArrivals = (deps: ArrivalDeps) => {
  const undos = new Set<() => void>();
  /** The conversations whose report is throttled, each with the newest message not yet reported. */
  const resting = new Map<string, WireMessage | undefined>();
  const tell = (message: WireMessage, conversationId: string) => {
    rest(conversationId, TELL_MS);
    void markDelivered(deps, conversationId, [message]);
  };
  const rest = (conversationId: string, ms: number, message?: WireMessage) => {
    resting.set(conversationId, message);
    const { appUserId } = deps.author();
    const end = () => {
      const newest = resting.get(conversationId);
      resting.delete(conversationId);
      // Never report in the name of another visitor.
      if (newest && deps.author().appUserId === appUserId) tell(newest, conversationId);
    };
    undos.add(deps.clock.after(ms, end));
  };
  return {
    take(message: WireMessage, conversationId: string) {
      tellPage(deps, conversationId, [message]);
      undos.add(announceShown(deps, message, conversationId));
      attend(deps, message, conversationId);
      if (resting.has(conversationId)) {
        const { received = message.received } = resting.get(conversationId) ?? {};
        if (received <= message.received) resting.set(conversationId, message);
      } else if (deps.page.visible()) tell(message, conversationId);
      // A hidden page waits longer, so that a visible tab reports first.
      else rest(conversationId, between(TELL_MS, 3 * TELL_MS), message);
    },
    dispose() {
      for (const undo of undos) undo();
    },
  };
};
