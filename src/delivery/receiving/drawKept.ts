import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Message } from '../../model/message';
import { mergeMessages } from '../../model/messageOrder';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { Conversations } from '../../slices/conversations';
import type { DrawKept, Messages } from '../../slices/messages';
import type { User } from '../../slices/user';
import type { Json } from '../../wire/decode';
import type { Kept } from './keptEntry';

/** The longest that an agent's new messages wait for the history, ms: a gap is better than a message that nobody sees. */
const LONGEST_WAIT_MS = 4000;

export type DrawDeps = {
  clock: Pick<Clock, 'after'>;
  user: Pick<
    User,
    | 'appUserId'
    | 'auth'
    | 'exits'
    | 'initializedStatus'
    | 'isAwaited'
    | 'isOver'
    | 'linked'
    | 'realtime'
    | 'stored'
  >;
  conversations: Pick<Conversations, 'active'>;
  messages: Pick<Messages, 'keepBy' | 'of'>;
};

/**
 * Adds a conversation's kept messages to its held ones, or to those written before it is known.
 * @param waits whether an agent's new messages wait for the history: the first answer has only the last message, and
 * others may be missing before it
 */
const displayOf = (
  { conversation, messages }: Kept,
  held: Pick<Messages, 'of'>,
  waits: ReadonlySignal<boolean>,
): DrawKept => {
  const own = new Set(messages.map(({ raw }) => raw));
  const keys = new Set(mergeMessages([], messages, true).map(({ key }) => key));
  const drawn = new WeakMap<Json, Message>();
  /** The same object each time, so that its row is not drawn again. */
  const once = (message: Message) => {
    const before = drawn.get(message.raw);
    if (before?.key === message.key) return before;
    drawn.set(message.raw, message);
    return message;
  };
  return (id) =>
    id && id !== conversation
      ? undefined
      : mergeMessages(
          held.of(id).value.filter(({ role, key }) => role === 'appUser' || keys.has(key) || !waits.value),
          messages,
          true,
        ).map((m) => (own.has(m.raw) ? once(m) : m));
};

/**
 * Draws what an earlier page has kept, from when its visitor is known until their history has loaded. Only the card
 * draws it. Once the service has answered otherwise, it is never drawn again.
 * @param told the external id of the login that the page has reported; null if the service has refused it
 * @returns the undo
 */
export const drawKept = (
  { clock, user, conversations, messages }: DrawDeps,
  kept: Kept,
  told: ReadonlySignal<string | null | undefined>,
): (() => void) => {
  const exits = user.exits();
  const waits = signal(true);
  const timer = createTimer(clock);
  let isDrawn = false;
  let isOver = false;
  /** Whether it belongs to the visitor whom the service is asked about, or to the login that the page has reported. */
  const isTheirs = () =>
    kept.login === undefined
      ? user.initializedStatus.value !== 'notConnected' &&
        user.appUserId.value === kept.user &&
        user.auth.value?.type !== 'jwt' &&
        !user.isAwaited()
      : told.value === kept.login && user.stored.get('appUserId') === kept.user;
  const isOthers = () => {
    const { value: id } = user.appUserId;
    const isGone = user.exits() !== exits || user.linked.value || user.isOver();
    const isRefused = !!kept.login && told.value === null;
    return isGone || (isDrawn && (isRefused || (id ?? (kept.login && kept.user)) !== kept.user));
  };
  /** Whether the service has sent the log. */
  const isTold = () => {
    const { value: open } = conversations.active;
    if (!open) return user.realtime.value !== undefined;
    return open._id !== kept.conversation || open.fetchStatus === 'successful';
  };
  const end = () => {
    timer.stop();
    messages.keepBy();
  };
  const stop = effect(() => {
    if (isOver) return;
    // For good: each further try would hide the messages again.
    if (conversations.active.value?.fetchStatus === 'failed') waits.value = false;
    isOver = isOthers() || isTold();
    if (isOver) end();
    else if (!isDrawn && isTheirs()) {
      isDrawn = true;
      timer.set(LONGEST_WAIT_MS, () => (waits.value = false));
      messages.keepBy(displayOf(kept, messages, waits));
    }
  });
  return () => {
    stop();
    end();
  };
};
