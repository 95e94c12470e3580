import { asFailed, type Draft, type Message, optimistic } from '../../model/message';
import { optimisticTime } from '../../model/messageOrder';
import { cleanText, isTooLong } from '../../model/validation';
import { findMessage } from '../../slices/findMessage';
import { NEW_CONVERSATION } from '../../slices/messages';
import type { User } from '../../slices/user';
import { createDelayNotices } from './delayNotices';
import { createQueueLoader, type QueueLoaderDeps } from './loadQueue';
import type { Outbox } from './outbox';

/** @param conversationId `NEW_CONVERSATION` before there is one */
type ChangeDraft = (draft: Draft, conversationId: string) => Draft;

export type Sender = {
  /**
   * Shows the visitor's text at once and sends it when the service can be reached.
   * @param key the message's key, if it has one already
   * @param conversationId the one on screen by default
   */
  send(draft: Draft, key?: string, conversationId?: string): void;
  /** Sets the page's function, which changes each draft before it is sent. */
  draftBy(change: ChangeDraft): void;
  /** Sends a failed message again, when the visitor taps it. */
  retry(key: string): void;
  /** Removes an unsent message from the log and the outbox. */
  remove(key: string): void;
  /** Sends waiting messages, and again those that failed because of the network. */
  flush(): void;
  /** Puts the messages that an earlier page left unsent back into the log, and sends them. */
  restore(): void;
  /** Ends the waits; the messages stay. */
  stop(): void;
};

export const createSender = (
  deps: QueueLoaderDeps & {
    outbox: Pick<Outbox, 'put' | 'remove' | 'of'>;
    createId: () => string;
    user: Pick<User, 'auth' | 'isStale' | 'stored'>;
    /** Called once a message of the visitor is shown. */
    onSent: () => void;
  },
): Sender => {
  const { messages, conversations, outbox, author, user } = deps;
  const delays = createDelayNotices(deps);
  const queue = createQueueLoader(deps, delays);
  const { flush } = queue;
  const activeId = () => conversations.active.value?._id ?? NEW_CONVERSATION;

  const add = (draft: Draft, key: string, conversationId: string): Message => {
    const received = optimisticTime(messages.of(conversationId).value, deps.clock.now() / 1000);
    const message = optimistic(draft, key, received, author());
    const tooLong = isTooLong(draft.text);
    messages.add(conversationId, tooLong ? { ...message, ...asFailed('characterLimit') } : message);
    if (!tooLong) delays.begin(key);
    return message;
  };

  /**
   * Whether another tab has replaced an anonymous visitor that the service has ended, and this tab is about to follow.
   */
  const isReplaced = () =>
    user.auth.value?.type !== 'jwt' && !user.isOver() && user.isStale() && !!user.stored.session();

  let change: ChangeDraft = (draft) => draft;
  return {
    flush,
    draftBy(next) {
      change = next;
    },
    send(written, key = deps.createId(), conversationId = activeId()) {
      const draft = change(written, conversationId);
      const text = cleanText(draft.text);
      if (!text) return;
      const message = add({ ...draft, text }, key, conversationId);
      const { appUserId } = author();
      const place = isReplaced() ? { conversationId: '', appUserId: '' } : { conversationId, appUserId };
      outbox.put({ ...place, message: { ...message, text } });
      flush();
      deps.onSent();
    },
    retry(key) {
      const found = findMessage(deps, key);
      if (!found?.message.isOptimistic || found.message.isRetryable === false) return;
      delays.resend(found.id, key, false);
      flush();
    },
    remove(key) {
      delays.end(key);
      outbox.remove(key);
      const found = findMessage(deps, key);
      if (found?.message.isOptimistic) messages.change(found.id, (held) => held.filter((m) => m.key !== key));
    },
    restore() {
      // Unsent messages now belong to the next visitor.
      if (deps.user.isOver()) return;
      const { appUserId } = author();
      for (const { conversationId, message } of outbox.of(appUserId)) {
        // Another tab would mistake an entry without an owner for a later one.
        const target = conversations.find(conversationId) ? conversationId : activeId();
        if (appUserId) outbox.put({ conversationId: target, appUserId, message });
        if (!message.file && !findMessage(deps, message.key)) add(message, message.key, target);
      }
      flush();
    },
    stop() {
      queue.stop();
      delays.endAll();
    },
  };
};
